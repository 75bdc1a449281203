import { type ReactNode, useId, useRef, useState } from 'react'
import { CallRefused } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { SelectField, TextField } from '../../../web/kit/Field.tsx'
import { useBilingual } from '../../../web/words.ts'
import { fileKindNames, formLimits, type FormField } from '../rules.ts'
import type { Draft, PickedFile } from './answers.ts'
import './ApplicantForm.css'
import { useFormWords } from './formWords.ts'

/** Texts longer than this have an input of several lines. */
const longText = 60
/** Choices up to this many are shown all at once. */
const shownChoices = 8

interface InputProps {
  field: FormField
  draft: Draft
  onChange: (draft: Draft) => void
  error: string | undefined
}

/** Takes a file of a field and gives it back with its id; what it refuses is shown beside the field. */
export type Upload = (key: string, file: File) => Promise<PickedFile>

/** The input of one field of a form, by its kind, with its rules in words and its error. */
export function AnswerInput({ onUpload, ...props }: InputProps & { onUpload: Upload }) {
  const { kind } = props.field
  if (kind === 'text') return <TextInput {...props} />
  if (kind === 'choice') return <ChoiceInput {...props} />
  if (kind === 'file') return <FileInput {...props} onUpload={onUpload} />
  if (kind === 'agreement') return <AgreementInput {...props} />
  return <LineInput {...props} />
}

/** Returns the label of a field: one that may be left out says so. */
function useLabel({ label, required }: FormField): string {
  const say = useFormWords()
  return required ? label : say('optional', { label })
}

/** Returns the line below a field: its own hint, and its rules. */
function useHint(field: FormField): string | undefined {
  const say = useFormWords()
  const pick = useBilingual()
  const between = (
    kind: 'text' | 'number' | 'date',
    low: string | number | null,
    high: string | number | null,
  ) => {
    if (low !== null && high !== null) return say(`${kind}Between`, { low, high })
    if (low !== null) return say(`${kind}Low`, { low })
    return high === null ? null : say(`${kind}High`, { high })
  }
  const kinds = field.fileKinds.map((kind) => pick(fileKindNames[kind].zh, fileKindNames[kind].en))
  const rules = {
    text: () => between('text', field.minLength, field.maxLength),
    number: () => between('number', field.min, field.max),
    date: () => between('date', field.from, field.to),
    choice: () => ((field.most ?? 1) > 1 ? say('upTo', { count: field.most! }) : null),
    file: () =>
      say('fileRules', {
        kinds: kinds.join(say('comma')),
        limit: field.maxKilobytes ?? formLimits.kilobytes,
      }),
    agreement: () => null,
  } as const
  return [field.hint, rules[field.kind]()].filter(Boolean).join(' · ') || undefined
}

function TextInput({ field, draft, onChange, error }: InputProps) {
  const label = useLabel(field)
  const hint = useHint(field)
  const id = useId()
  const most = field.maxLength ?? formLimits.textLength
  if (most <= longText)
    return (
      <TextField
        label={label}
        hint={hint}
        error={error}
        aria-required={field.required}
        value={draft.text ?? ''}
        onChange={({ target }) => onChange({ text: target.value })}
      />
    )
  return (
    <div className="k-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="k-input"
        aria-required={field.required}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-more`}
        value={draft.text ?? ''}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <More id={`${id}-more`} error={error} hint={hint} />
    </div>
  )
}

/** A date or a number. */
function LineInput({ field, draft, onChange, error }: InputProps) {
  const label = useLabel(field)
  const hint = useHint(field)
  const isDate = field.kind === 'date'
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      aria-required={field.required}
      {...(isDate
        ? { type: 'date', min: field.from ?? undefined, max: field.to ?? undefined }
        : { inputMode: 'decimal', autoComplete: 'off' })}
      value={(isDate ? draft.date : draft.number) ?? ''}
      onChange={({ target }) => onChange(isDate ? { date: target.value } : { number: target.value })}
    />
  )
}

function ChoiceInput({ field, draft, onChange, error }: InputProps) {
  const say = useFormWords()
  const label = useLabel(field)
  const hint = useHint(field)
  const { choices, most, required } = field
  const chosen = draft.choices ?? []
  if ((most ?? 1) > 1 || choices.length <= shownChoices)
    return (
      <Group field={field} hint={hint} error={error}>
        {choices.map((choice) => (
          <label key={choice} className="k-tick">
            <input
              type={(most ?? 1) > 1 ? 'checkbox' : 'radio'}
              name={field.key}
              aria-invalid={error ? true : undefined}
              checked={chosen.includes(choice)}
              onChange={({ target }) =>
                onChange({
                  choices:
                    (most ?? 1) === 1
                      ? [choice]
                      : choices.filter((each) => (each === choice ? target.checked : chosen.includes(each))),
                })
              }
            />
            <span className="k-break">{choice}</span>
          </label>
        ))}
      </Group>
    )
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      aria-required={required}
      options={[
        { value: '', label: say('pleaseChoose') },
        ...choices.map((value) => ({ value, label: value })),
      ]}
      value={chosen[0] ?? ''}
      onChange={({ target }) => onChange({ choices: target.value ? [target.value] : [] })}
    />
  )
}

function FileInput({ field, draft, onChange, error, onUpload }: InputProps & { onUpload: Upload }) {
  const say = useFormWords()
  const hint = useHint(field)
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { file } = draft
  const accept = field.fileKinds.map((kind) => (kind === 'image' ? 'image/*' : 'application/pdf')).join(',')

  async function take(chosen: File) {
    const limit = field.maxKilobytes ?? formLimits.kilobytes
    if (chosen.size > limit * 1024) return setRefused(say('tooLarge', { limit }))
    setRefused(undefined)
    setBusy(true)
    try {
      onChange({ file: await onUpload(field.key, chosen) })
    } catch (problem) {
      if (!(problem instanceof CallRefused)) throw problem
      setRefused(problem.message)
    } finally {
      setBusy(false)
    }
  }
  const wrong = refused ?? (file ? undefined : error)
  return (
    <Group field={field} hint={hint} error={wrong}>
      <input
        ref={input}
        type="file"
        className="k-hidden"
        tabIndex={-1}
        accept={accept}
        aria-label={field.label}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (chosen) void take(chosen)
        }}
      />
      <div className="k-cluster">
        {file && <span className="k-break">{file.name}</span>}
        <Button busy={busy} aria-invalid={wrong ? true : undefined} onClick={() => input.current?.click()}>
          {say(busy ? 'uploading' : file ? 'otherFile' : 'chooseFile')}
          <span className="k-hidden"> {field.label}</span>
        </Button>
        {file && (
          <Button kind="quiet" onClick={() => onChange({})}>
            {say('remove')}
            <span className="k-hidden"> {field.label}</span>
          </Button>
        )}
      </div>
    </Group>
  )
}

function AgreementInput({ field, draft, onChange, error }: InputProps) {
  const say = useFormWords()
  return (
    <Group field={field} hint={field.hint || undefined} error={error}>
      <div
        className="signup-agreement k-box k-prose k-small"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keys as well
        tabIndex={0}
        role="region"
        aria-label={field.label}
      >
        {field.text}
      </div>
      <label className="k-tick">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          checked={draft.agreed ?? false}
          onChange={({ target }) => onChange({ agreed: target.checked })}
        />
        {say('agree', { label: field.label })}
      </label>
    </Group>
  )
}

/** Inputs that answer one field together, under its label. */
function Group({
  field,
  hint,
  error,
  children,
}: {
  field: FormField
  hint: string | undefined
  error: string | undefined
  children: ReactNode
}) {
  const label = useLabel(field)
  const id = useId()
  return (
    <div className="k-field" role="group" aria-labelledby={id} aria-describedby={`${id}-more`}>
      <span id={id} className="label">
        {label}
      </span>
      <div>{children}</div>
      <More id={`${id}-more`} error={error} hint={hint} />
    </div>
  )
}

function More({ id, error, hint }: { id: string; error: string | undefined; hint: string | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {error ? <span className="error">{error}</span> : hint && <span className="hint">{hint}</span>}
    </div>
  )
}
