import { Component } from "react";
import type { ReactNode } from "react";
import { ErrorState } from "../../shared/ui/ErrorState.tsx";

interface Props {
  /** The error is forgotten when this changes: another page is another try. */
  resetOn: string;
  children: ReactNode;
}

/** The fallback screen: 'Something went wrong.', the message, and 'Try Again', which draws anew (specification 2). */
export class FallbackBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error && before.resetOn !== this.props.resetOn) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <ErrorState message={error.message} onRetry={() => this.tryAgain(error)} />;
  }

  /** A script that did not arrive stays missing until the page is loaded anew. */
  private tryAgain(error: Error): void {
    if (/dynamically imported module|module script/i.test(error.message)) location.reload();
    else this.setState({ error: null });
  }
}
