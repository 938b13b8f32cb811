import styles from "./lazy-title-waitlist.module.css";
import { useLazy } from "#web/ui/feedback/loading.tsx";

const load = () => import("./title-waitlist.tsx");
type Loaded = Awaited<ReturnType<typeof load>>;

/** Loads the return date and waitlist of a title that is out of stock, and reserves room for them. */
export function LazyTitleWaitlist(props: Parameters<Loaded["TitleWaitlist"]>[0]) {
  const loaded = useLazy(load);
  // the focus move already announces the result of a press; a live region would repeat it
  return (
    <div className={styles.room} aria-live="off">
      {loaded && <loaded.TitleWaitlist {...props} />}
    </div>
  );
}
