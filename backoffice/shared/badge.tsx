import type { ReactNode } from "react";

/**
 * `attention` waits for us, `progress` for others, such as a courier, `done` has succeeded, `danger` is late, lost or has failed, and `neutral`
 * is over, or no state.
 */
export type Tone = "neutral" | "attention" | "progress" | "done" | "danger";

/** The name and the tone of each state of something. */
export type States<State extends string> = Readonly<Record<State, { name: string; tone: Tone }>>;

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "text-bark",
  attention: "bg-tint-attention text-on-attention",
  progress: "bg-tint-progress text-on-progress",
  done: "bg-tint-done text-leaf",
  danger: "bg-tint-danger text-on-danger",
};

interface BadgeProps {
  children: ReactNode;
  tone?: Tone;
  className?: string;
  /** Whether a change of it is announced, as on the page of what it is about. */
  isLive?: boolean;
}

export function Badge({ children, tone = "neutral", className = "", isLive = false }: BadgeProps) {
  return (
    <span role={isLive ? "status" : undefined} className={`badge ${TONES[tone]} ${className}`}>
      {children}
    </span>
  );
}

/** The badge of a state: `<StateBadge of={RETURN_STATES[state]} />`. */
export function StateBadge({
  of: { name, tone },
  ...badge
}: Omit<BadgeProps, "children" | "tone"> & { of: { name: string; tone: Tone } }) {
  return (
    <Badge tone={tone} {...badge}>
      {name}
    </Badge>
  );
}
