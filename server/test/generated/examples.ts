import type { CallName } from "#contract/all.ts";

export type Sent = { params?: Record<string, number | string>; body?: object; upload?: Blob; token?: string };

/** A call that succeeds, and one that is refused; `finish` completes the background work of the first. */
export type Example = { good: Sent; bad: Sent; finish?: () => Promise<unknown> };

export type Examples = Partial<Record<CallName, () => Promise<Example>>>;
