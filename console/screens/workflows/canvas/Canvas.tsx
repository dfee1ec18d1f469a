import { ReactFlow, ReactFlowProvider, applyNodeChanges, useReactFlow } from "@xyflow/react";
import type { Connection, Edge as FlowEdge, NodeChange } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { LayoutDashboard, Maximize, Minus, Plus } from "lucide-react";
import { describeStep, nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import type { StepNames } from "../../../../shared/domain/workflows/describeStep.ts";
import type { Problem } from "../../../../shared/domain/workflows/findProblems.ts";
import { outletsOf, startId, startOutlet } from "../../../../shared/domain/workflows/graph.ts";
import type { Edge, Graph } from "../../../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../../../shared/domain/workflows/triggers.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeTrigger } from "../describeTrigger.ts";
import { removeSteps } from "../steps/editGraph.ts";
import type { Place } from "../steps/editGraph.ts";
import { isEnding } from "../steps/graphOutline.ts";
import { canvasStyle } from "./canvasStyle.ts";
import { layOut, nodeHeight, nodeWidth } from "./layOut.ts";
import { StepNode } from "./StepNode.tsx";
import type { StepNodeType } from "./StepNode.tsx";

interface CanvasProps {
  graph: Graph;
  numbers: ReadonlyMap<string, string>;
  names: StepNames;
  problems: ReadonlyMap<string | null, readonly Problem[]>;
  trigger: Trigger;
  openId: string | null;
  onOpen: (id: string | null) => void;
  onAdd: (place: Place) => void;
  onRemove: (id: string) => void;
  changeGraph: (graph: Graph, key?: string) => void;
  isReadOnly: boolean;
}

const nodeTypes = { step: StepNode };

/** The same steps as boxes with lines between them; what is moved and connected here is the same draft. */
export default function Canvas(props: CanvasProps): ReactNode {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow(props: CanvasProps): ReactNode {
  const { graph, openId, onOpen, onAdd, onRemove, changeGraph, isReadOnly } = props;
  const { fitView, zoomIn, zoomOut } = useReactFlow();
  const drawn = useNodes(props);
  // While a step is dragged it stands where the pointer is; the draft hears of it at the end.
  const [nodes, setNodes] = useState(drawn);
  useEffect(() => setNodes(drawn), [drawn]);
  const edges = useMemo(() => graph.edges.map(toFlowEdge), [graph.edges]);

  const handleNodes = useCallback(
    (changes: NodeChange<StepNodeType>[]) =>
      setNodes((all) =>
        applyNodeChanges(
          changes.filter(({ type }) => type !== "remove"),
          all,
        ),
      ),
    [],
  );
  const handleConnect = ({ source, sourceHandle, target }: Connection) => {
    const edge: Edge = { from: source, outlet: sourceHandle ?? startOutlet, to: target };
    const others = graph.edges.filter(({ from, outlet }) => from !== edge.from || outlet !== edge.outlet);
    changeGraph({ ...graph, edges: [...others, edge] });
  };
  const handleMoved = (_: unknown, { id, position }: StepNodeType) => {
    const { x, y } = position;
    const steps = graph.steps.map((step) =>
      step.id === id ? { ...step, position: { x: Math.round(x), y: Math.round(y) } } : step,
    );
    changeGraph({ ...graph, steps });
  };
  const handleDeleted = ({ nodes: gone, edges: cut }: { nodes: StepNodeType[]; edges: FlowEdge[] }) => {
    const [node, ...more] = gone;
    if (node && more.length === 0) return onRemove(node.id);
    if (node) {
      onOpen(null);
      return changeGraph(
        removeSteps(
          graph,
          gone.map(({ id }) => id),
        ),
      );
    }
    const ids = new Set(cut.map(({ id }) => id));
    changeGraph({ ...graph, edges: graph.edges.filter((edge) => !ids.has(idOf(edge))) });
  };
  const tidy = () => {
    changeGraph({ ...graph, steps: graph.steps.map((step) => ({ ...step, position: null })) });
    requestAnimationFrame(() => void fitView());
  };
  return (
    <div className={canvasStyle}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodesChange={handleNodes}
        onNodeClick={(_, { id }) => onOpen(id === startId ? "trigger" : id)}
        onPaneClick={() => openId !== null && onOpen(null)}
        onNodeDragStop={handleMoved}
        onConnect={handleConnect}
        onDelete={handleDeleted}
        deleteKeyCode={isReadOnly ? null : ["Delete", "Backspace"]}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        edgesReconnectable={false}
        onKeyDown={({ key, target }) => {
          const id =
            target instanceof HTMLElement ? target.closest<HTMLElement>("[data-id]")?.dataset.id : undefined;
          if (key === "Enter" && id) onOpen(id === startId ? "trigger" : id);
        }}
        minZoom={0.2}
        maxZoom={1.5}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        onlyRenderVisibleElements={graph.steps.length > 60}
        proOptions={{ hideAttribution: true }}
        aria-label="Canvas"
      />
      <div className={tools}>
        {!isReadOnly && (
          <Button
            size="small"
            icon={<Plus size={15} aria-hidden />}
            onClick={() => onAdd(placeOf(openId, graph))}
          >
            Add step
          </Button>
        )}
        <span>
          <IconButton label="Zoom in" size="small" onClick={() => void zoomIn()}>
            <Plus size={16} aria-hidden />
          </IconButton>
          <IconButton label="Zoom out" size="small" onClick={() => void zoomOut()}>
            <Minus size={16} aria-hidden />
          </IconButton>
          <IconButton label="Fit all steps" size="small" onClick={() => void fitView()}>
            <Maximize size={16} aria-hidden />
          </IconButton>
          {!isReadOnly && (
            <IconButton label="Tidy up" size="small" onClick={tidy}>
              <LayoutDashboard size={16} aria-hidden />
            </IconButton>
          )}
        </span>
      </div>
    </div>
  );
}

function useNodes(props: CanvasProps): StepNodeType[] {
  const { graph, numbers, names, problems, trigger, openId } = props;
  const places = useMemo(() => layOut(graph), [graph]);
  return useMemo(() => {
    const size = { width: nodeWidth, initialHeight: nodeHeight };
    const used = new Set(graph.edges.map(({ from, outlet }) => `${from} ${outlet}`));
    const start: StepNodeType = {
      ...{ id: startId, type: "step", position: places.get(startId) ?? { x: 0, y: 0 }, deletable: false },
      ...{ draggable: false, ...size },
      data: {
        ...{ step: null, number: "", title: "Start", text: describeTrigger(trigger), problem: null },
        outlets: [{ id: startOutlet, label: "First step" }],
        isOpen: openId === "trigger",
      },
    };
    const steps = graph.steps.map((step): StepNodeType => {
      const [problem] = problems.get(step.id) ?? [];
      return {
        ...{ id: step.id, type: "step", position: places.get(step.id) ?? { x: 0, y: 0 }, ...size },
        data: {
          ...{ step, number: numbers.get(step.id) ?? "", title: nameOfStep(step) },
          text: describeStep(step, names),
          // What nobody leads on from after a failure is not drawn, but can be: the list has it in the step's form.
          outlets: outletsOf(step).filter(
            ({ id }) => step.kind === "approval" || !isEnding(id) || used.has(`${step.id} ${id}`),
          ),
          problem: problem?.message ?? null,
          isOpen: openId === step.id,
        },
      };
    });
    return [start, ...steps];
  }, [graph, numbers, names, problems, trigger, openId, places]);
}

/** A step that is open gets the new one behind it. */
function placeOf(openId: string | null, graph: Graph): Place {
  return openId !== null && graph.steps.some(({ id }) => id === openId) ? { after: openId } : "end";
}

function toFlowEdge(edge: Edge): FlowEdge {
  const { from, outlet, to } = edge;
  return { id: idOf(edge), source: from, sourceHandle: outlet, target: to, type: "smoothstep" };
}

function idOf({ from, outlet, to }: Edge): string {
  return `${from} ${outlet} ${to}`;
}

const tools = css`
  position: absolute;
  inset-block-start: 10px;
  inset-inline: 10px;
  z-index: 5;
  display: flex;
  justify-content: space-between;
  align-items: flex-start;
  pointer-events: none;
  & > * {
    pointer-events: auto;
  }
  & > span {
    display: flex;
    margin-inline-start: auto;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
  }
  & > span > button {
    width: 34px;
    height: 34px;
  }
`;
