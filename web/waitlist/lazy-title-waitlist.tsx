import styles from "./lazy-title-waitlist.module.css";
import { useLazy } from "#web/ui/feedback/loading.tsx";

const load = () => import("./title-waitlist.tsx");
type Part = Awaited<ReturnType<typeof load>>;

/** Loads the return date and waitlist of a title that is out of stock, and reserves room for them. */
export function LazyTitleWaitlist(props: Parameters<Part["TitleWaitlist"]>[0]) {
  const part = useLazy(load);
  // the focus move already announces the result of a press; a live region would repeat it
  return (
    <div className={styles.room} aria-live="off">
      {part && <part.TitleWaitlist {...props} />}
    </div>
  );
}
