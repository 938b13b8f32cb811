import { ImagePlus, Trash } from "#web/ui/icons.tsx";
import { useId } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { buttonClass } from "#web/ui/actions/button-look.ts";
import { cx } from "#web/ui/cx.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import type { FieldTexts } from "#web/ui/forms/field.tsx";
import { FieldError } from "#web/ui/forms/field.tsx";
import fieldStyles from "#web/ui/forms/field.module.css";
import styles from "./picture-field.module.css";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { useDrop } from "./use-drop.ts";
import { useWordsOfPicture } from "./use-words-of-picture.ts";
import type { Sending, StoredPicture, Upload } from "./use-picture-upload.ts";
import { usePictureUpload } from "./use-picture-upload.ts";

type PictureFieldProps<P extends StoredPicture> = Omit<FieldTexts, "labelHidden"> & {
  /** The file picker's id. */
  id: string;
  /** The current picture, or null. */
  picture: P | null;
  onChange: (picture: P | null) => void;
  upload: Upload<P>;
  /** Why a file can be refused without uploading it. */
  objection?: (file: File) => string | undefined;
  /** The picker's types, as for `<input accept>`. */
  accept: string;
  /** Called with the upload's promise, so that a form can wait for it: true once the picture is stored. */
  onUploading?: (running: Promise<boolean>) => void;
  /** The alternative text; without it, there is no such field. */
  alternative?: { id: string; text: string; error?: string | undefined; onChange: (text: string) => void };
  /** The preview's aspect ratio: 3 to 4, or 16 to 9. */
  shape?: "cover" | "wide";
};

/** One picture: chosen or dropped, uploaded at once with progress, previewed, described, and removable. */
export function PictureField<P extends StoredPicture>(props: PictureFieldProps<P>) {
  const { id, label, hint, optional, picture, accept, alternative, shape = "cover" } = props;
  const words = useWordsOfPicture(picture, alternative);
  const { sending, refused, send, giveUp, remove } = usePictureUpload({
    ...props,
    onChange: (next) => {
      words.follow(next);
      props.onChange(next);
    },
  });
  const { over, catchers } = useDrop(send);
  const made = useId();
  const error = refused ?? props.error;
  const shown = sending ? sending.preview : picture?.url;
  const describedBy = [hint && `${made}-hint`, error && `${made}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className={cx(fieldStyles.field, error && fieldStyles.wrong)} {...catchers}>
      <legend className={fieldStyles.legend}>
        {label}
        {optional && <span className={fieldStyles.optional}> (optional)</span>}
      </legend>
      {hint && (
        <div className={fieldStyles.hint} id={`${made}-hint`}>
          {hint}
        </div>
      )}
      <FieldError id={`${made}-error`} error={error} />
      <div className={cx(styles.zone, styles[shape])} data-over={over || undefined} data-empty={!shown || undefined}>
        {shown ? (
          <Preview src={shown} srcset={sending ? undefined : picture?.srcset} alt={alternative?.text} />
        ) : (
          <label className={styles.empty} htmlFor={id} aria-hidden="true">
            <ImagePlus size={28} />
            <span className={styles.drop}>{over ? "Drop to add" : "Drop a picture here"}</span>
          </label>
        )}
        {sending && <Progress {...sending} />}
      </div>
      <div aria-live="polite" className={styles.name}>
        {sending ? <VisuallyHidden>Uploading {sending.name}</VisuallyHidden> : picture?.fileName}
      </div>
      <div className={styles.actions}>
        <label className={cx(buttonClass({}), styles.choose)}>
          <input
            type="file"
            id={id}
            accept={accept}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) send(file);
              currentTarget.value = ""; // the same file may be chosen again after it was fixed
            }}
          />
          {(sending ?? picture) ? "Choose another picture" : "Choose a picture"}
        </label>
        {sending && (
          <Button look="quiet" onClick={giveUp}>
            Stop the upload
          </Button>
        )}
        {!sending && picture && (
          <Button look="quiet" icon={<Trash size={16} />} onClick={remove}>
            Remove picture
          </Button>
        )}
      </div>
      {(sending ?? picture) && alternative && <Alternative {...alternative} former={words.former} />}
    </fieldset>
  );
}

function Preview({
  src,
  srcset,
  alt = "",
}: {
  src: string;
  srcset: string | null | undefined;
  alt: string | undefined;
}) {
  return <img className={styles.preview} src={src} srcSet={srcset ?? undefined} sizes="16rem" alt={alt} />;
}

function Progress({ name, part }: Pick<Sending, "name" | "part">) {
  const percent = Math.floor(part * 100);
  return (
    <div className={styles.progress}>
      <progress value={percent} max={100} aria-label={`Upload of ${name}`} />
      {/* uploaded is not stored yet: the picture is still being decoded and resized */}
      <span aria-hidden="true">{percent < 100 ? `${percent}%` : "Almost done…"}</span>
    </div>
  );
}

type AlternativeProps = NonNullable<PictureFieldProps<StoredPicture>["alternative"]> & {
  /** The previous picture's alternative text. */
  former: string;
};

function Alternative({ id, text, error, onChange, former }: AlternativeProps) {
  return (
    <>
      <TextField
        id={id}
        label="Alternative text"
        optional
        width="full"
        autoComplete="off"
        className={styles.alternative}
        hint="Describe the picture for people who can’t see it. Leave it empty if it only repeats the title."
        error={error}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <div aria-live="polite" className={styles.former}>
        {former !== "" && text === "" && (
          <>
            <p>The previous picture’s alternative text was removed: “{former}”</p>
            <Button
              size="small"
              onClick={() => {
                onChange(former);
                document.getElementById(id)?.focus();
              }}
            >
              Restore it
            </Button>
          </>
        )}
      </div>
    </>
  );
}
