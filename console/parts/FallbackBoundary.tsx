import { Component } from "react";
import type { ReactNode } from "react";
import { ErrorState } from "../../shared/ui/ErrorState.tsx";
import { browser } from "../state/platform/browser.ts";
import { MissingPart, fetchAgain, onFetchAgain } from "./lazy.ts";

interface Props {
  /** The error is forgotten when this changes: another page is another try. */
  resetOn: string;
  /** What stands where it failed instead of the error's words; null where the page is whole without it. */
  standIn?: ReactNode;
  children: ReactNode;
}

/** The fallback screen: 'Something went wrong.', the message, and 'Try Again', which redraws (specification 2). */
export class FallbackBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  private hasTried = false;

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(thrown: unknown): void {
    if (thrown instanceof MissingPart) onFetchAgain(() => this.setState({ error: null }));
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetOn === this.props.resetOn) return;
    this.hasTried = false;
    this.drawAnew();
  }

  override componentWillUnmount(): void {
    if (this.state.error) fetchAgain();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.standIn !== undefined) return this.props.standIn;
    return <ErrorState message={error.message} onRetry={() => this.tryAgain(error)} />;
  }

  /** Failures that the browser caches, and files that a newer server no longer has, need a page reload. */
  private tryAgain(error: Error): void {
    if (error instanceof MissingPart && this.hasTried && navigator.onLine) browser.reload();
    this.hasTried = true;
    this.drawAnew();
  }

  private drawAnew(): void {
    if (!this.state.error) return;
    fetchAgain();
    this.setState({ error: null });
  }
}
