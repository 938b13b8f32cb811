import type { ReactNode } from "react";
import { Component } from "react";
import { FailedPage } from "./failed-page.tsx";

/** Shows an error page instead of one that could not be rendered or loaded. */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error) {
    console.error(error);
  }

  override render() {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}
