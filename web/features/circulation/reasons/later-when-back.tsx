import { useEffect, useState } from "react";
import styles from "./later-when-back.module.css";

const load = () => import("./when-back.tsx");
type Loaded = Awaited<ReturnType<typeof load>>;

/** When the next copy comes back, and the line for it: loaded where a title is out of stock, with room kept for it. */
export function LaterWhenBack(props: Parameters<Loaded["WhenBack"]>[0]) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let over = false;
    load().then(
      (parts) => !over && setLoaded(parts),
      () => undefined, // the page says already that it is out of stock
    );
    return () => {
      over = true;
    };
  }, []);
  return <div className={styles.room}>{loaded && <loaded.WhenBack {...props} />}</div>;
}
