import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { useDrafting } from "../../../parts/generate/useDrafting.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { defaultModels, loadDefaultModels } from "../../../state/models/modelKeys.ts";
import { loadModels } from "../../../state/models/models.ts";
import { findProblems, steps, takeDraft, type NewAgent, type Step } from "./newAgent.ts";
import { useCreating } from "./useCreating.ts";
import { useFlowKeys } from "./useFlowKeys.ts";
import { useTypedAgent } from "./useTypedAgent.ts";
import { readWay } from "./ways.ts";

/** The steps of making an agent: which one is shown, what is wrong in it, and what comes next. */
export function useCreateFlow(orgId: string) {
  const query = useQuery();
  const step = steps.find((one) => one === query.read("step")) ?? "begin";
  const at = steps.indexOf(step);
  const way = readWay(query.read("way"));
  const { data: presets } = useSnapshot(defaultModels);
  const { typed, isRestored, change, reach, discard } = useTypedAgent(orgId, presets);
  const { agent, wish, drafted } = typed;
  const reached = Math.max(typed.reached, at);
  const [hasTried, setHasTried] = useState(false);
  /** The step where something was found wrong last. */
  const [wrong, setWrong] = useState<{ step: Step } | null>(null);
  useEffect(() => {
    void loadDefaultModels(orgId);
    // A model that is refused can be changed immediately.
    void loadModels(orgId);
  }, [orgId]);

  const creating = useCreating({ orgId, typed: agent, onRefused: (refused) => mend(refused) });
  const problems = { ...creating.problems, ...(hasTried && findProblems(agent, step)) };
  const goTo = (next: Step) => {
    setHasTried(false);
    reach(steps.indexOf(next));
    query.set({ step: next === "begin" ? null : next });
  };
  const drafting = useDrafting({
    ...{ orgId, wish, onWish: (wanted) => change({ wish: wanted }) },
    onDrafted: (answer) => {
      change({ drafted: answer, agent: takeDraft(agent, answer) });
      goTo("identity");
    },
  });

  /** The first step that something is wrong in, of those up to here; null where all is right. */
  const findWrong = (last: number) =>
    steps.slice(0, last + 1).find((one) => Object.keys(findProblems(agent, one)).length > 0) ?? null;
  /** Leads to what is wrong, wherever it was found. */
  const mend = (found: Step) => {
    if (found !== step) goTo(found);
    setHasTried(true);
    setWrong({ step: found });
  };
  const finish = () => {
    const found = findWrong(steps.length - 1);
    if (found) mend(found);
    else void creating.run();
  };
  const next = () => {
    if (step === "begin") {
      if (way === "describe" || way === "website") void drafting.start(way);
      else if (way === null) goTo("identity");
      return;
    }
    if (at === steps.length - 1) return finish();
    if (findWrong(at) === step) return mend(step);
    goTo(steps[at + 1] ?? step);
  };
  const back = () => goTo(steps[at - 1] ?? "begin");
  useFlowKeys({ onNext: next, onBack: at > 0 ? back : null });

  const startOver = () => {
    drafting.clear();
    discard();
    query.set({ step: null, way: null });
  };

  return {
    ...{ step, way, at, reached, agent, drafted, problems, isRestored, drafting, creating },
    /** The furthest step that was seen, also before a restart of the page. */
    furthest: steps[typed.reached] ?? "begin",
    /** The shown step, as long as something was found wrong in it last. */
    wrong: wrong?.step === step && wrong,
    ...{ goTo, next, back, finish, startOver },
    changeAgent: (next: NewAgent) => change({ agent: next }),
  };
}
