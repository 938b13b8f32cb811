import { Alert } from "./alert.tsx";

/** Told on a form that opened with what was typed before its session ended. */
export function WorkIsBack() {
  return <Alert title="What you typed is back.">Your session ended before you saved. Save it now.</Alert>;
}
