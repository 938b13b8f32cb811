/** What is handed to the log-in page in the history, where it stays through a reload. */
export type LoginState = {
  /** Who just registered or chose a new password. */
  userName?: string;
  /** The session ended while somebody worked. */
  ended?: true;
};

export function loginStateOf(state: unknown): LoginState {
  if (typeof state !== "object" || state === null) return {};
  const { userName, ended }: { userName?: unknown; ended?: unknown } = state;
  return {
    ...(typeof userName === "string" && { userName }),
    ...(ended === true && { ended }),
  };
}
