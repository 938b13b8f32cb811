import { toast } from "#web/ui/feedback/toast.tsx";
import { TimeText } from "#web/lib/formats.tsx";
import { SectionLinks } from "#web/ui/navigation/links.tsx";
import { Link } from "#web/ui/router.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Card } from "#web/ui/card.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { type ChangeEvent, type ReactNode, useMemo, useState } from "react";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import type { EditableContent, Revision } from "#contract/site/content.ts";
import { pageSections, type SectionName, type SiteContent } from "#contract/site/sections.ts";
import { usePreviewLanguage } from "#web/language/use-language.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { History, Save } from "#web/ui/icons.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import { type Kept, openForm, type Values } from "#web/ui/form/form-state.ts";
import { Form, SaveBar } from "#web/ui/form/form.tsx";
import { FieldsEditor } from "./fields-editor.tsx";
import { sectionForms } from "./section-forms.ts";
import { SectionPreview } from "./section-preview.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { invalidateSiteContent } from "#web/site/site-queries.ts";
import { call } from "#web/lib/call.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import {
  baseOf,
  bodyOf,
  contentWith,
  englishChanges,
  isMarkedAccurate,
  keyOf,
  sectionProblems,
  markAccurate,
} from "./section-values.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { editableContentQuery, sectionHistoryQuery } from "#web/site/staff-site-queries.ts";
import { useUploads } from "#web/ui/form/editing.ts";
import styles from "#web/site/editor.module.css";

/** `current` is the section of the form, or "mail" for the list of emails. */
export function ContentSections({ current }: { current: SectionName | "mail" }) {
  const sections = pageSections.map((section) => ({
    to: `/admin/sitecontent/${section}`,
    label: sectionForms[section].title,
    isCurrent: section === current,
  }));
  const mail = { to: "/admin/sitecontent/mail", label: "Email text", isCurrent: current.startsWith("mail") };
  return <SectionLinks sections={[...sections, mail]} />;
}

const effectOf = (section: SectionName) =>
  sectionForms[section].page ? "Visitors can see it now." : "The next email will include it.";

const work = keptWork<Kept<Values>>();

type EditSectionProps = {
  section: SectionName;
  editable: EditableContent;
  more?: ReactNode;
};

/** Renders a section's form, preview, and history. Use the section as its key. */
export function EditSection({ section, editable, more }: EditSectionProps) {
  const form = useSectionForm(section, editable);
  const preview = usePreviewLanguage();
  const { title, about, page, fields } = sectionForms[section];
  return (
    <Stack>
      <div>
        <h2>{title}</h2>
        <p className={styles.quiet}>
          {about} {page && <Link to={page}>View the page</Link>}
        </p>
      </div>
      <FormNotices
        form={form}
        stored={baseOf(editable, section)}
        kept={{ in: work, name: section }}
        labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
        unsaved="Your changes to this section aren’t saved yet."
        reload={form.reload}
      />
      <div className={styles.sides}>
        <Form form={form} label={title} spaced>
          <FieldsEditor fields={fields} values={form.values} path="" form={form} onChange={form.change} />
          <SaveBar>
            <Button
              {...form.button}
              look="primary"
              disabled={form.button.disabled || !form.isDirty}
              icon={<Save size={18} />}
            >
              Save
            </Button>
            <p className={styles.quiet} aria-live="polite">
              {form.isDirty ? "Not saved yet." : "Nothing to save."}
            </p>
          </SaveBar>
        </Form>
        <Card
          heading="Preview"
          className={styles.preview}
          actions={<Button size="small" look="secondary" {...preview.inSpanish} />}
        >
          <SectionPreview section={section} content={form.previewed} language={preview.language} />
        </Card>
      </div>
      {more}
      <SectionHistory
        section={section}
        content={editable.content}
        version={form.base.version ?? 0}
        isDirty={form.isDirty}
        onRestored={form.startOver}
      />
    </Stack>
  );
}

function useSectionForm(section: SectionName, editable: EditableContent) {
  const client = useQueryClient();
  const keep = (stored: EditableContent) => {
    client.setQueryData(editableContentQuery.queryKey, stored);
    void client.invalidateQueries({ queryKey: sectionHistoryQuery(section).queryKey });
    void invalidateSiteContent(client);
    return baseOf(stored, section);
  };
  const uploads = useUploads();
  const changes = useMemo(() => englishChanges(editable, section), [editable, section]);
  const form = useForm<Values>({
    names: sectionForms[section].fields.map(({ name }) => name),
    stored: baseOf(editable, section),
    uploads,
    check: (values) => sectionProblems(section, values),
    save: async (content, version) => {
      const body = { section, version: version ?? 0, ...bodyOf(content) };
      const { data } = await call("POST Site/SaveSection", { body });
      toast(`Saved. ${effectOf(section)}`);
      return { stored: keep(data) };
    },
  });
  return {
    ...form,
    waitFor: uploads.waitFor,
    englishChangedAt: (name: string, value: unknown) => changes.get(keyOf(name, value)),
    fits: (name: string, value: unknown) => ({
      checked: isMarkedAccurate(form.values, keyOf(name, value)),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
        form.change((now) => markAccurate(now, keyOf(name, value), target.checked)),
    }),
    previewed: usePreviewContent(section, editable.content, form.values),
    reload: async () => keep(await client.query({ ...editableContentQuery, staleTime: 0 })),
    startOver: (stored: EditableContent) => {
      const base = keep(stored);
      form.move(({ attempt }) => openForm(base, attempt));
    },
  };
}

function usePreviewContent(section: SectionName, content: SiteContent, values: Values): SiteContent {
  const now = useMemo(() => contentWith(content, section, values), [content, section, values]);
  const [lastValid, setLastValid] = useState(now ?? content);
  if (now && now !== lastValid) setLastValid(now);
  return now ?? lastValid;
}

type SectionHistoryProps = {
  section: SectionName;
  content: SiteContent;
  version: number;
  isDirty: boolean;
  onRestored: (stored: EditableContent) => void;
};

type Version = { revision: Revision; content: Values };

function SectionHistory(props: SectionHistoryProps) {
  const history = useQuery(sectionHistoryQuery(props.section));
  const [openVersion, setOpenVersion] = useState<Version>();
  return (
    <Card heading="History">
      <Fetched query={history} what="history" skeleton={<SkeletonLines lines={3} />}>
        {(versions) => (
          <ol className={styles.rows} reversed>
            {versions.map((version, at) => (
              <li key={version.revision.version} className={styles.row}>
                <span>
                  <RevisionLine {...version.revision} />
                  {at === 0 && <strong> Current version.</strong>}
                </span>
                <Button size="small" look="quiet" onClick={() => setOpenVersion(version)}>
                  View {nameOf(version.revision)}
                </Button>
              </li>
            ))}
          </ol>
        )}
      </Fetched>
      {openVersion && <VersionDialog {...props} opened={openVersion} onClose={() => setOpenVersion(undefined)} />}
    </Card>
  );
}

const nameOf = ({ version }: Revision) => (version === 0 ? "the original text" : `version ${version}`);

function RevisionLine({ version, savedAt, savedBy, restoredVersion }: Revision) {
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

function VersionDialog(props: SectionHistoryProps & { opened: Version; onClose: () => void }) {
  const { section, content, version, isDirty, onRestored, opened, onClose } = props;
  const { revision } = opened;
  const preview = usePreviewLanguage();
  const body = { section, version, wantedVersion: revision.version };
  const openedContent = contentWith(content, section, opened.content);
  const isCurrent = revision.version === version;
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
          {!isCurrent && (
            <ActionButton
              look={isDirty ? "danger" : "primary"}
              icon={<History size={18} />}
              action={() => call("POST Site/BringBackSection", { body })}
              onDone={({ data }) => onRestored(data)}
              done={`Restored. ${effectOf(section)}`}
              after={onClose}
            >
              Restore
            </ActionButton>
          )}
        </>
      }
    >
      {isDirty && !isCurrent && <p>Restoring this version discards your unsaved changes.</p>}
      {openedContent && <SectionPreview section={section} content={openedContent} language={preview.language} />}
    </Dialog>
  );
}
