import type { UseQueryResult } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form, { type FormInstance } from 'antd/es/form'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { CallRefused, notifyRefusal } from '../client.ts'
import { Loaded, Skeleton } from '../kit/Loaded.tsx'
import { notify } from '../notice.ts'
import type { Read } from '../revision.ts'
import { fieldPlace } from './fieldPlace.ts'
import { useDiscard } from './leave.ts'
import { useRevision } from './useRevision.tsx'
import { useShellWords } from './words.ts'

/** Saves what was typed. The calls in it are quiet: the form shows what they refuse. */
type Save<V, O> = (values: V, revision: number | undefined) => Promise<O>

/** What a form declares, wherever it is drawn. */
export interface FormProps<V extends object, O> {
  /** Names the form and its inputs in the document. */
  name: string
  /** What the inputs hold at first; what has no input is saved as it is here. */
  values: V
  onSave: Save<V, O>
  /** What was done, as a notice. */
  success?: string | ((output: O, values: V) => string)
  /** Called after saving; closes the form by default. */
  onSaved?: (output: O, values: V) => void
  /** The button's text, if not “save”. */
  submit?: string
  /** Another way to save. */
  other?: { label: string; onSave: Save<V, O> } | false | undefined
  danger?: boolean
  /** Nothing can be saved yet. */
  isBlocked?: boolean
  /** It is there to be read: there is nothing to save at all. */
  isReadOnly?: boolean
  /** Inputs that the server names otherwise: its word, and the form's. */
  inputs?: Readonly<Record<string, string>>
  /** What is edited has a revision: as it was read, and how it is read again. */
  revised?: { revision: number; load: () => Promise<Read<V>> } | null
  /** What the form waits for before it can be drawn. */
  query?: UseQueryResult<unknown, CallRefused> | false
  /** To read or fill the form from outside of it, by a part that is there as long as the form is. */
  form?: FormInstance<V>
  onValuesChange?: (changed: Partial<V>, values: V) => void
  children: ReactNode
}

/** What a form in a dialog or a drawer declares in addition. */
export interface FramedFormProps<V extends object, O> extends FormProps<V, O> {
  title: string
  /** In pixels; a phone gives what it has. */
  width?: number
  open?: boolean
  onClose: () => void
}

interface Framed {
  /** The form's own button; its form is the one to submit. */
  end: RefObject<HTMLButtonElement | null>
  isDirty: boolean
  setDirty: (isDirty: boolean) => void
  isSaving: boolean
  setSaving: (isSaving: boolean) => void
  isShown: boolean
  /** Whether the secondary button was pressed, read once: Enter is always the first. */
  takeByOther: () => boolean
}

/**
 * What a form has in common with the frame it is drawn in: whether something was typed, the ways out, which ask then,
 * and the ways to save, of which Ctrl or ⌘ with S or Enter is one.
 */
export function useFormFrame<V extends object, O>(props: FormProps<V, O> & Partial<FramedFormProps<V, O>>) {
  const { open = true, onClose = () => {}, query, isBlocked = false, isReadOnly = false } = props
  const end = useRef<HTMLButtonElement>(null)
  const [isDirty, setDirty] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [isShown, setShown] = useState(false)
  const isByOther = useRef(false)
  const discard = useDiscard(isDirty && open)
  const maySave = open && !isReadOnly && !isBlocked && !(query && query.data === undefined)

  function save(byOther = false) {
    if (!maySave) return
    isByOther.current = byOther
    end.current?.form?.requestSubmit()
  }
  function onKeyDown(event: KeyboardEvent) {
    const isShortcut = (event.ctrlKey || event.metaKey) && ['s', 'S', 'Enter'].includes(event.key)
    // A form within this one has taken it.
    if (!isShortcut || event.defaultPrevented) return
    event.preventDefault()
    save()
  }
  function takeByOther() {
    const wasByOther = isByOther.current
    isByOther.current = false
    return wasByOther
  }
  return {
    frame: { end, isDirty, setDirty, isSaving, setSaving, isShown, takeByOther } satisfies Framed,
    isDirty,
    isSaving,
    maySave,
    save,
    leave: () => discard(onClose),
    afterOpenChange(isOpen: boolean) {
      setShown(isOpen)
      if (!isOpen) setDirty(false)
    },
    onKeyDown,
  }
}

/** Takes the shortcuts of a form, also from the buttons of its frame; in the layout it is nothing. */
export function FormKeys({
  onKeyDown,
  children,
}: {
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for the buttons within
    <div style={{ display: 'contents' }} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

/** The inputs of a form, once what it waits for is there: as it is now, not as it was at an earlier visit. */
export function FormBody<V extends object, O>({
  query,
  ...props
}: FormProps<V, O> & { frame: Framed; onClose?: () => void; className?: string }) {
  const [isReady, setReady] = useState(!query)
  if (!isReady && (!query || (query.data !== undefined && !query.isFetching))) setReady(true)
  if (isReady || !query) return <FormInputs {...props} />
  return <Loaded query={query}>{() => <Skeleton />}</Loaded>
}

/** Whether a save returns its new revision: then a form that stays open saves the next one upon it. */
const hasRevision = (output: unknown): output is { revision: number } =>
  typeof output === 'object' && output !== null && 'revision' in output

/** The first input that takes the focus; of a choice of one, what is chosen. */
function focusFirst(form: HTMLElement): void {
  if (form.contains(document.activeElement)) return
  const inputs = form.querySelectorAll<HTMLElement>(
    'input:not([type=hidden]), textarea, [contenteditable=true]',
  )
  for (const input of inputs) {
    const chosen = input.closest('[role=radiogroup]')?.querySelector<HTMLElement>('input:checked') ?? input
    chosen.focus({ preventScroll: true })
    if (document.activeElement === chosen) return
  }
}

function FormInputs<V extends object, O>({
  frame: { end, isDirty, setDirty, setSaving, isShown, takeByOther },
  name,
  values,
  onSave,
  other,
  success,
  onClose,
  onSaved = onClose,
  isReadOnly = false,
  inputs = {},
  revised,
  form: given,
  onValuesChange,
  className,
  children,
}: Omit<FormProps<V, O>, 'query'> & { frame: Framed; onClose?: () => void; className?: string }) {
  const say = useShellWords()
  const [form] = Form.useForm<V>(given)
  const isBusy = useRef(false)
  const edit = useRevision<V>({
    current: revised ? { revision: revised.revision, values } : null,
    isDirty,
    typed: () => form.getFieldsValue(true),
    fill: (latest) => form.setFieldsValue(latest as never),
    onDiscard: () => setDirty(false),
    load: () => revised!.load(),
  })
  useEffect(() => {
    if (isShown && end.current?.form) focusFirst(end.current.form)
  }, [isShown, end])

  function showRefusal(error: CallRefused) {
    const field = error.field?.split(/[./]/).map((part) => inputs[part] ?? part)
    const found =
      field &&
      fieldPlace(
        field.join('.'),
        form.getFieldsError().map((input) => input.name),
      )
    if (!found) return notifyRefusal(error)
    // The field is right there: its name in front adds nothing.
    const message = error.message.replace(/^[\w./]+[：:]\s*/, '')
    form.setFields([{ name: found as never, errors: [message] }])
    form.scrollToField(found as never, { block: 'center', focus: true })
  }

  async function finish(typed: V) {
    const way = takeByOther() && other ? other.onSave : onSave
    if (isBusy.current) return
    isBusy.current = true
    setSaving(true)
    const saved = { ...(edit.values ?? values), ...typed }
    try {
      const output = await way(saved, edit.revision)
      if (hasRevision(output)) edit.saved(output.revision)
      setDirty(false)
      if (success) notify('success', typeof success === 'string' ? success : success(output, saved))
      onSaved?.(output, saved)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (!edit.refused(error)) showRefusal(error)
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }

  return (
    <Form<V>
      name={name}
      form={form}
      layout="vertical"
      disabled={isReadOnly}
      {...(className ? { className } : {})}
      scrollToFirstError={{ block: 'center', focus: true }}
      initialValues={values}
      onValuesChange={(changed, all) => {
        setDirty(true)
        onValuesChange?.(changed as Partial<V>, all)
      }}
      onFinish={(typed) => void finish(typed)}
      onFinishFailed={takeByOther}
    >
      {edit.notice}
      {children}
      {/* Enter in an input of one line saves, though the button is in the frame. */}
      <button ref={end} type="submit" hidden aria-label={say('save')} />
    </Form>
  )
}

/** The ways to save a form, of its own frame. */
export function FormButtons({
  submit,
  other,
  danger = false,
  isSaving,
  maySave,
  save,
}: {
  submit?: string
  other?: { label: string } | false | undefined
  danger?: boolean
  isSaving: boolean
  maySave: boolean
  save: (byOther?: boolean) => void
}) {
  const say = useShellWords()
  return (
    <>
      <Button type="primary" danger={danger} loading={isSaving} disabled={!maySave} onClick={() => save()}>
        {submit ?? say('save')}
      </Button>
      {other && (
        <Button loading={isSaving} disabled={!maySave} onClick={() => save(true)}>
          {other.label}
        </Button>
      )}
    </>
  )
}
