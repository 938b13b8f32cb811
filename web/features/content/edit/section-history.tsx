import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EditableContent, Revision } from "#contract/content.ts";
import type { SectionName, SiteContent } from "#contract/site/sections.ts";
import { usePreviewLanguage } from "#web/language/use-preview-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { History } from "#web/ui/icons.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { sectionHistoryQuery } from "./edit-queries.ts";
import styles from "./edit-section.module.css";
import { SectionPreview } from "./section-preview.tsx";
import type { Values } from "#web/ui/form/form-state.ts";
import { contentWith } from "./section-values.ts";

type SectionHistoryProps = {
  section: SectionName;
  content: SiteContent;
  /** The version of the form. */
  version: number;
  isDirty: boolean;
  onBroughtBack: (stored: EditableContent) => void;
};

type Version = { revision: Revision; content: Values };

export function SectionHistory(props: SectionHistoryProps) {
  const history = useQuery(sectionHistoryQuery(props.section));
  const [looked, setLooked] = useState<Version>();
  return (
    <Card heading="History">
      <Fetched query={history} what="history" skeleton={<SkeletonLines lines={3} />}>
        {(versions) => (
          <ol className={styles.versions} reversed>
            {versions.map((version, at) => (
              <li key={version.revision.version} className={styles.version}>
                <span>
                  <Saved {...version.revision} />
                  {at === 0 && <strong> Shown now.</strong>}
                </span>
                <Button size="small" look="quiet" onClick={() => setLooked(version)}>
                  View {nameOf(version.revision)}
                </Button>
              </li>
            ))}
          </ol>
        )}
      </Fetched>
      {looked && <LookAt {...props} looked={looked} onClose={() => setLooked(undefined)} />}
    </Card>
  );
}

const nameOf = ({ version }: Revision) => (version === 0 ? "the original text" : `version ${version}`);

function Saved({ version, savedAt, savedBy, restoredVersion }: Revision) {
  if (savedAt === null) return <>The original text.</>;
  return (
    <>
      Version {version}: saved by {savedBy}, <TimeText value={savedAt} />
      {restoredVersion === null
        ? "."
        : restoredVersion === 0
          ? ", restoring the original text."
          : `, restoring version ${restoredVersion}.`}
    </>
  );
}

function LookAt(props: SectionHistoryProps & { looked: Version; onClose: () => void }) {
  const { section, content, version, isDirty, onBroughtBack, looked, onClose } = props;
  const { revision } = looked;
  const preview = usePreviewLanguage();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const body = { section, version, wantedVersion: revision.version };
      return (await call("POST Site/BringBackSection", { body })).data;
    },
    meta: { done: "Restored. Visitors see it now." },
    onSuccess: onBroughtBack,
    onSettled: onClose,
  });
  const then = contentWith(content, section, looked.content);
  const isShown = revision.version === version;
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={revision.version === 0 ? "The original text" : `Version ${revision.version}`}
      actions={
        <>
          <Button {...preview.inSpanish} />
          <Button onClick={onClose}>Close</Button>
          {!isShown && (
            <Button
              look={isDirty ? "danger" : "primary"}
              busy={isPending}
              icon={<History size={18} />}
              onClick={() => mutate()}
            >
              Restore
            </Button>
          )}
        </>
      }
    >
      {isDirty && !isShown && <p>Restoring this version discards your unsaved changes.</p>}
      {then && <SectionPreview section={section} content={then} language={preview.language} />}
    </Dialog>
  );
}
