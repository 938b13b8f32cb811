import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Condition, conditions, type ReturnedCopy } from "#contract/desk/returns.ts";
import { costOfParts } from "#contract/catalog/parts.ts";
import { OpenClaim, outcomeWords } from "#web/desk/claims/claim-parts.tsx";
import { LoanPhotos } from "#web/orders/photos.tsx";
import { TitleText } from "#web/language/title-text.tsx";
import { useMay } from "#web/lib/session.ts";
import { UndoButton } from "#web/ui/actions/action-button.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { ChevronRight, Clock, Library, PackageOpen, Pencil, SearchX } from "#web/ui/icons.tsx";
import { MissingParts } from "./missing-parts.tsx";
import styles from "./return-desk.module.css";
import { destinationOf, type Judgment } from "#web/orders/use-returns.ts";
import { Row } from "#web/ui/layout.tsx";
import { afterDialog, focusOn } from "#web/ui/accessibility.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { useUnsavedChanges } from "#web/ui/form/editing.ts";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { Link } from "#web/ui/router.tsx";
import { useHasKeys } from "#web/lib/has-keys.ts";
import { searchKeyIsOff } from "#web/lib/stored-choice.ts";
import { copyName } from "#web/lib/formats.tsx";

const keyOf = (condition: Condition): string => condition.charAt(0).toUpperCase();

const typingField = "input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]";
const scanGapMs = 150; // a hand scanner sends keys at most 80 ms apart

/** Sets the newest copy's condition with one key, unless the key goes into a field or begins a scan. */
export function useConditionKeys(onCondition: (condition: Condition) => void): void {
  const judge = useEffectEvent(onCondition);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(timer);
      const { key, target, repeat, ctrlKey, altKey, metaKey } = event;
      const isTyping = target instanceof Element && target.closest(typingField) !== null;
      const condition = conditions.find((each) => keyOf(each) === key.toUpperCase());
      if (!condition || repeat || ctrlKey || altKey || metaKey || isTyping || searchKeyIsOff()) return;
      if (document.querySelector("dialog:modal")) return;
      timer = setTimeout(() => judge(condition), scanGapMs);
    };
    document.addEventListener("keydown", listen, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", listen, true);
    };
  }, []);
}

const words: Record<Condition, string> = {
  good: "Good",
  worn: "Worn",
  "parts missing": "Parts missing",
  damaged: "Damaged",
};
const options = conditions.map((condition) => ({ value: condition, label: words[condition] }));
const keys = `Or press ${conditions.map(keyOf).join(", ")} for the newest copy.`;

type ReturnedRowProps = {
  copy: ReturnedCopy;
  /** The newest copy shows everything; earlier ones are one line until they're opened. */
  isNewest: boolean;
  onChange: (judgment: Judgment) => Promise<unknown>;
  onUndo: () => Promise<unknown>;
  onClaim: (claimId: number) => void;
};

export function ReturnedRow({ copy, isNewest, onChange, onUndo, onClaim }: ReturnedRowProps) {
  const [busy, setBusy] = useState(false);
  const [isOpened, setIsOpened] = useState(false);
  const [draft, setDraft] = useState({ of: copy.note, text: copy.note });
  const note = draft.of === copy.note ? draft.text : copy.note;
  useUnsavedChanges(note !== copy.note, `The note about ${copyName(copy)} isn’t saved yet.`);
  const hasKeys = useHasKeys();
  const [choice, setChoice] = useState(copy.condition);
  const next = useRef<Condition>(undefined); // chosen while another condition was being saved
  const run = async (work: Promise<unknown>) => {
    setBusy(true);
    await work;
    setBusy(false);
  };
  const mayInspect = useMay("clerk");
  const name = copyName(copy);
  const judge = async (change: Partial<Judgment>) =>
    onChange({ condition: copy.condition, note: copy.note, ...change });
  const choose = async (condition: Condition): Promise<void> => {
    await judge({ condition });
    const nextCondition = next.current;
    next.current = undefined;
    if (nextCondition && nextCondition !== condition) await choose(nextCondition);
  };
  const isCard = isNewest || isOpened || note !== copy.note; // a scan must not hide what someone is typing
  const undo = <UndoButton look="quiet" aria-label={`Undo ${name}`} action={onUndo} />;
  const late = copy.daysLate > 0 && (
    <Badge tone="warning" icon={<Clock size={16} />}>
      {copy.daysLate === 1 ? "1 day late" : `${copy.daysLate} days late`}
    </Badge>
  );
  const title = (
    <>
      <span className={styles.name}>
        <TitleText of={copy} />
      </span>{" "}
      <span className={styles.out}>{name}</span>
    </>
  );
  const heading = isNewest ? (
    <p className={styles.title}>{title}</p>
  ) : (
    <button type="button" className={styles.title} aria-expanded={isCard} onClick={() => setIsOpened(!isCard)}>
      <ChevronRight size={16} />
      {title}
    </button>
  );
  const head = (
    <div className={styles.line}>
      {heading}
      {late}
      {!isCard && copy.condition !== "good" && <span className={styles.out}>{words[copy.condition]}</span>}
      <Destination copy={copy} />
      {undo}
    </div>
  );
  if (!isCard) return <li>{head}</li>;
  return (
    <li className={styles.row}>
      {head}
      {copy.lostClaim && (
        <p>
          This copy was declared lost. <Link to={`/admin/claims/${copy.lostClaim.claimId}`}>Its claim</Link> is closed
          {copy.lostClaim.outcome === "found"
            ? "."
            : `, and was settled earlier (${outcomeWords[copy.lostClaim.outcome]}).`}
        </p>
      )}
      <RadioGroup
        inline
        className={styles.condition}
        label="Condition"
        hint={isNewest && hasKeys && !searchKeyIsOff() && keys}
        name={`condition-${copy.returnId}`}
        options={options}
        value={busy ? choice : copy.condition}
        onChange={(event) => {
          const condition = conditions.find((each) => each === event.target.value);
          if (!condition) return;
          setChoice(condition);
          if (busy) next.current = condition;
          else void run(choose(condition));
        }}
      />
      <NoteAndPhotos
        copy={copy}
        name={name}
        note={note}
        onType={(text) => setDraft({ of: copy.note, text })}
        onSave={() => run(judge({ note }))}
      >
        {copy.condition === "parts missing" && copy.parts !== "" && (
          <MissingParts copy={copy} onChange={(missingParts) => run(judge({ missingParts }))} />
        )}
      </NoteAndPhotos>
      {copy.destination === "inspection" && (
        <>
          <p className={styles.out}>
            Won’t go out until a clerk checks it at{" "}
            {mayInspect ? <Link to="/admin/problems/inspection">Inspection</Link> : "Inspection"}.
          </p>
          <ClaimOfCondition copy={copy} name={name} onClaim={onClaim} busy={busy} />
        </>
      )}
    </li>
  );
}

type ClaimOfConditionProps = Pick<ReturnedRowProps, "copy" | "onClaim"> & { name: string; busy: boolean };

function ClaimOfCondition({ copy, name, onClaim, busy }: ClaimOfConditionProps) {
  if (copy.openClaimId !== null) {
    return (
      <p>
        <Link to={`/admin/claims/${copy.openClaimId}`}>Claim #{copy.openClaimId}</Link> is open.
      </p>
    );
  }
  return (
    <Row>
      <OpenClaim
        kind={copy.condition === "damaged" ? "damaged" : "parts missing"}
        orderInventoryItemId={copy.returnId}
        name={name}
        cost={costOfParts(copy.missingParts).replace(/^0\.00$/, "") || copy.replacementCost}
        note={copy.note}
        disabled={busy} // the claim starts with the cost and note that are being saved
        onOpened={({ claimId }) => {
          onClaim(claimId);
          // the link replaces the button
          afterDialog(() => focusOn(document.querySelector(`main a[href="/admin/claims/${claimId}"]`)));
        }}
      />
    </Row>
  );
}

function Destination({ copy }: { copy: ReturnedCopy }) {
  const { destination } = copy;
  const tone = ({ shelf: "success", order: "warning", hold: "warning", inspection: "danger" } as const)[destination];
  const Icon = { shelf: Library, order: PackageOpen, hold: Clock, inspection: SearchX }[destination];
  return (
    <Badge tone={tone} icon={<Icon size={18} />}>
      {destinationOf(copy)}
    </Badge>
  );
}

type NoteProps = { copy: ReturnedCopy; note: string; onType: (note: string) => void; onSave: () => Promise<void> };

/** Shows the note and photos of a copy that goes to inspection or has a note. Others get a button, to save space. */
function NoteAndPhotos({ name, children, ...of }: NoteProps & { name: string; children: ReactNode }) {
  const { copy } = of;
  const [isNoteOpen, setIsNoteOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNoteOpen) field.current?.focus();
  }, [isNoteOpen]);
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = wasOpen || isNoteOpen || copy.destination === "inspection" || copy.note !== "";
  if (isOpen && !wasOpen) setWasOpen(true); // stays open, because there may be unsaved text
  if (!isOpen) {
    return (
      <Button
        size="small"
        look="quiet"
        icon={<Pencil size={18} />}
        className={styles.noteButton}
        aria-label={`Note or photo of ${name}`}
        onClick={() => setIsNoteOpen(true)}
      >
        Note or photo
      </Button>
    );
  }
  return (
    <>
      {children}
      <Note {...of} field={field} />
      <LoanPhotos loanId={copy.returnId} name={name} />
    </>
  );
}

function Note({ copy, note, onType, onSave, field }: NoteProps & { field: RefObject<HTMLInputElement | null> }) {
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onSave();
  };
  return (
    <form onSubmit={save} noValidate>
      <div className={styles.note}>
        <TextField
          ref={field}
          label={copy.destination === "inspection" ? "What’s wrong" : "Note"}
          name={`note-${copy.returnId}`}
          value={note}
          maxLength={200}
          width="full"
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
        />
        {note !== copy.note && <Button type="submit">Save note</Button>}
      </div>
    </form>
  );
}
