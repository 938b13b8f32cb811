/** State passed to the login page through the history, where it survives a reload. */
export type LoginState = {
  userName?: string;
  isNew?: true;
  /** The session ended while the user was working. */
  ended?: true;
};

export function loginStateOf(state: unknown): LoginState {
  if (typeof state !== "object" || state === null) return {};
  const { userName, isNew, ended }: { userName?: unknown; isNew?: unknown; ended?: unknown } = state;
  return {
    ...(typeof userName === "string" && { userName }),
    ...(isNew === true && { isNew }),
    ...(ended === true && { ended }),
  };
}
