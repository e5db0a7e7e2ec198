import { Component, type ReactNode } from "react";

interface ContainedProps {
  /** Names the part, once per page. */
  name: string;
  /** Stands in for the part that failed; nothing by default. */
  instead?: ReactNode;
  children: ReactNode;
}

/** Parts that have failed in this tab stay away until the next full load, also in the layout of the error page. */
const failed = new Set<string>();

/** A part of the layout: an error within it removes the part, and the page stays. */
export class Contained extends Component<ContainedProps> {
  override state = { failed: failed.has(this.props.name) };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    failed.add(this.props.name);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
