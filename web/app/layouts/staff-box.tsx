import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "#web/ui/router/router.tsx";

let loading: Promise<ComponentType> | undefined;

/** Loads what staff scan and find with. A page waits for it: a label that is scanned in a field must never become text. */
export function loadScanBox(): Promise<ComponentType> {
  return (loading ??= import("#web/features/circulation/scan-box/scan-box.tsx").then(
    ({ ScanBox }) => ScanBox,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));
}

/** The box in the header; nothing while it loads. Each page tries again what failed before. */
export function StaffBox() {
  const { pathname } = useLocation();
  const [Box, setBox] = useState<ComponentType>();
  useEffect(() => {
    let over = false;
    loadScanBox().then(
      (loaded) => !over && setBox(() => loaded),
      () => undefined, // the page says so
    );
    return () => {
      over = true;
    };
  }, [pathname]);
  return Box && <Box />;
}
