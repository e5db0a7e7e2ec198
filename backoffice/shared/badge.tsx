import type { ReactNode } from "react";

/** `attention` waits for somebody, `neutral` is under way or over, `done` has succeeded, `danger` is late, lost or has failed. */
export type Tone = "neutral" | "attention" | "done" | "danger";

/** The name and the tone of each state of something. */
export type States<State extends string> = Readonly<Record<State, { name: string; tone: Tone }>>;

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "",
  attention: "border-brass bg-[color-mix(in_srgb,var(--color-brass)_14%,white)]",
  done: "border-leaf/40 bg-[color-mix(in_srgb,var(--color-leaf)_8%,white)] text-leaf",
  danger: "border-terracotta bg-white text-terracotta",
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
