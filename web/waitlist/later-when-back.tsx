import { useLazy } from "#web/ui/feedback/use-later.ts";
import styles from "./later-when-back.module.css";

const load = () => import("./when-back.tsx");
type Loaded = Awaited<ReturnType<typeof load>>;

/** Loads the return date and waitlist of a title that is out of stock, and reserves room for them. */
export function LaterWhenBack(props: Parameters<Loaded["WhenBack"]>[0]) {
  const loaded = useLazy(load);
  // the focus move already announces the result of a press; a live region would repeat it
  return (
    <div className={styles.room} aria-live="off">
      {loaded && <loaded.WhenBack {...props} />}
    </div>
  );
}
