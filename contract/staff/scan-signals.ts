/** How a scan can answer beside the screen. */
export const scanSignals = ["sound", "vibration"] as const;
export type ScanSignal = (typeof scanSignals)[number];
