import { useEffect, useRef, useState } from "react";

/** Uploads a file; the message of its rejection is shown. */
export type SendFile = (
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
) => Promise<void>;

/** A running upload: the file's name and the uploaded fraction, 0 to 1. */
export type SendingFile = { name: string; part: number };

type FileSending = {
  id: string;
  send: SendFile;
  objection: ((file: File) => string | undefined) | undefined;
};

/** Uploads one file at a time: a second one replaces the first. */
export function useFileSending({ id, send, objection }: FileSending) {
  const [sending, setSending] = useState<SendingFile>();
  const [refused, setRefused] = useState<{ name: string; why: string }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (file: File, control: AbortController) => {
    const isThis = () => running.current === control;
    setSending({ name: file.name, part: 0 });
    try {
      const onProgress = (part: number) => isThis() && setSending({ name: file.name, part });
      await send(file, { signal: control.signal, onProgress });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (isThis() && !control.signal.aborted) setRefused({ name: file.name, why });
    } finally {
      if (isThis()) setSending(undefined);
    }
  };
  return {
    sending,
    refused,
    take: (file: File) => {
      running.current?.abort();
      const why = objection?.(file);
      setRefused(why ? { name: file.name, why } : undefined);
      if (why) {
        setSending(undefined);
        return;
      }
      running.current = new AbortController();
      void run(file, running.current);
    },
    giveUp: () => {
      running.current?.abort();
      setSending(undefined);
      document.getElementById(id)?.focus();
    },
  };
}
