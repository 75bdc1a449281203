import type { UseQueryResult } from '@tanstack/react-query'
import Form, { type FormInstance } from 'antd/es/form'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { keyOf } from '../../composing.ts'
import { CallRefused, notifyRefusal } from '../../client.ts'
import { logPageError } from '../../errorLog.ts'
import { Loaded, Skeleton } from '../../kit/Loaded.tsx'
import { notify } from '../../notice.ts'
import { isSame, type Read } from '../../revision.ts'
import { Button } from '../control/Button.tsx'
import { ChosenText } from '../control/chosen.tsx'
import type { DialogSize } from '../control/dialogSizes.ts'
import { fieldPlace } from './fieldPlace.ts'
import { useDiscard } from '../view/leave.ts'
import { ReadOnly } from '../view/readOnly.ts'
import { useRevision } from './useRevision.tsx'
import { useFormName } from '../view/view.ts'
import { useShellWords } from '../words.ts'

/** Saves what was typed. The calls in it are quiet: the form shows what they refuse. */
type Save<V, O> = (values: V, revision: number | undefined) => Promise<O>

/** Properties of a form, wherever it is drawn. */
export interface FormProps<V extends object, O> {
  /** Names the form and its inputs in the document. */
  name: string
  /** Values of the inputs at first; one without an input is saved as it is here. */
  values: V
  onSave: Save<V, O>
  /** Notice after saving. */
  success?: string | ((output: O, values: V) => string)
  /** Called after saving; closes the form by default. */
  onSaved?: (output: O, values: V) => void
  /** The button's text, if not “save”. */
  submit?: string
  /** Another way to save; `mayGo` may stop it before anything is saved, and shows why itself. */
  other?: { label: string; onSave: Save<V, O>; mayGo?: () => boolean } | false | undefined
  danger?: boolean
  /** Nothing can be saved yet. */
  isBlocked?: boolean
  /** It is there to be read: there is nothing to save at all. */
  isReadOnly?: boolean
  /** Inputs that the server names otherwise: its word, and the form's. */
  inputs?: Readonly<Record<string, string>>
  /** Revision of what is edited: as it was read, and how it is read again. */
  revised?: { revision: number; load: () => Promise<Read<V>> } | null
  /** Query the form waits for before it can be drawn. */
  query?: UseQueryResult<unknown, CallRefused> | false
  /** To read or fill the form from outside of it, by a part that is there as long as the form is. */
  form?: FormInstance<V>
  onValuesChange?: (changed: Partial<V>, values: V) => void
  children: ReactNode
}

/** Properties that a form in a dialog or a drawer has in addition. */
export interface FramedFormProps<V extends object, O> extends FormProps<V, O> {
  title: string
  size?: DialogSize
  open?: boolean
  onClose: () => void
}

/** State a form's inputs share with its frame. */
interface FormFrame {
  /** The hidden buttons within the form: each way to save submits it by its own. */
  saveButton: RefObject<HTMLButtonElement | null>
  otherButton: RefObject<HTMLButtonElement | null>
  isDirty: boolean
  setDirty: (isDirty: boolean) => void
  setSaving: (isSaving: boolean) => void
  setDrawn: (isDrawn: boolean) => void
  isShown: boolean
  maySave: boolean
}

/**
 * Connects a form with the frame it is drawn in: whether something was typed, the ways out, which ask then,
 * and the ways to save, of which Ctrl or ⌘ with S or Enter is one.
 */
export function useFormFrame<V extends object, O>(
  props: FormProps<V, O> & Partial<FramedFormProps<V, O>>,
  { isPage = false, onlyChanged = false } = {},
) {
  const { open = true, onClose = () => {}, isBlocked = false, isReadOnly = false } = props
  const saveButton = useRef<HTMLButtonElement>(null)
  const otherButton = useRef<HTMLButtonElement>(null)
  const [isDirty, setDirty] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [isShown, setShown] = useState(isPage)
  const [isDrawn, setDrawn] = useState(false)
  const discard = useDiscard(isDirty && open)
  const maySave = open && isDrawn && !isReadOnly && !isBlocked && (isDirty || !onlyChanged)

  function submitBy(button: HTMLButtonElement | null) {
    if (maySave) button?.click()
  }
  function onKeyDown(event: KeyboardEvent) {
    const isShortcut = (event.ctrlKey || event.metaKey) && ['s', 'S', 'Enter'].includes(keyOf(event))
    if (!isShortcut || event.defaultPrevented) return
    // Keys come up from the dialogs opened within this form as well, though they are drawn elsewhere.
    const place = (event.target as Element).closest('form, dialog, [role=dialog]')
    if (!place?.contains(saveButton.current)) return
    event.preventDefault()
    submitBy(saveButton.current)
  }
  return {
    frame: {
      saveButton,
      otherButton,
      isDirty,
      setDirty,
      setSaving,
      setDrawn,
      isShown,
      maySave,
    } satisfies FormFrame,
    isSaving,
    maySave,
    save: () => submitBy(saveButton.current),
    saveOther: () => submitBy(otherButton.current),
    leave: () => discard(onClose),
    afterOpenChange(isOpen: boolean) {
      setShown(isOpen)
      if (!isOpen) setDirty(false)
    },
    onKeyDown,
  }
}

/** Takes the shortcuts of a form, also from the buttons of its frame; it has no box of its own. */
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
}: FormProps<V, O> & { frame: FormFrame; onClose?: () => void; className?: string }) {
  const [isReady, setReady] = useState(!query)
  if (!isReady && (!query || (query.data !== undefined && !query.isFetching))) setReady(true)
  if (isReady || !query) return <FormInputs {...props} />
  return <Loaded query={query}>{() => <Skeleton />}</Loaded>
}

/** True if a save returns its new revision: then a form that stays open saves the next one upon it. */
const hasRevision = (output: unknown): output is { revision: number } =>
  typeof output === 'object' && output !== null && 'revision' in output

/** The first input that takes the focus; of a choice of one, what is chosen. */
function focusFirst(form: HTMLElement): void {
  // Of several forms on a page the first has it; a dialog takes it from the form behind.
  const focused = document.activeElement?.closest('form, dialog, [role=dialog]')
  if (focused && (form.contains(focused) || !form.closest('dialog, [role=dialog]'))) return
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
  frame: { saveButton, otherButton, isDirty, setDirty, setSaving, setDrawn, isShown, maySave },
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
}: Omit<FormProps<V, O>, 'query'> & { frame: FormFrame; onClose?: () => void; className?: string }) {
  const say = useShellWords()
  const [form] = Form.useForm<V>(given)
  const isBusy = useRef(false)
  const isByOther = useRef(false)
  const edit = useRevision<V>({
    current: revised ? { revision: revised.revision, values } : null,
    isDirty,
    typed: () => form.getFieldsValue(true),
    fill: (latest) => form.setFieldsValue(latest as never),
    onDiscard: () => setDirty(false),
    load: () => revised!.load(),
  })
  useEffect(() => {
    setDrawn(true)
    return () => setDrawn(false)
  }, [setDrawn])
  useEffect(() => {
    if (isShown && saveButton.current?.form) focusFirst(saveButton.current.form)
  }, [isShown, saveButton])

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
    form.setFields([{ name: found as never, errors: [error.problem ?? error.message] }])
    form.scrollToField(found as never, { block: 'center', focus: true })
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (event.target !== event.currentTarget) return
    isByOther.current = (event.nativeEvent as SubmitEvent).submitter === otherButton.current
    // What the server refused may be right now; no rule of the input would take it away.
    const faulty = form.getFieldsError().filter(({ errors }) => errors.length > 0)
    form.setFields(faulty.map(({ name: place }) => ({ name: place as never, errors: [] })))
  }

  async function finish(typed: V) {
    if (isBusy.current || !maySave) return
    if (isByOther.current && other && other.mayGo?.() === false) return
    isBusy.current = true
    setSaving(true)
    const way = isByOther.current && other ? other.onSave : onSave
    const inForm = form.getFieldsValue(true)
    const saved = { ...(edit.values ?? values), ...typed }
    try {
      const output = await way(saved, edit.revision)
      if (hasRevision(output)) edit.saved(output.revision, saved)
      // What was typed meanwhile is not saved.
      setDirty(!isSame(form.getFieldsValue(true), inForm))
      if (success) notify('success', typeof success === 'string' ? success : success(output, saved))
      onSaved?.(output, saved)
    } catch (error) {
      if (!(error instanceof CallRefused)) {
        notify('error', say('pageError'))
        logPageError(error)
      } else if (!edit.refused(error)) showRefusal(error)
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }

  return (
    <Form<V>
      name={useFormName(name)}
      form={form}
      layout="vertical"
      disabled={isReadOnly}
      validateMessages={{
        // Filled with the label of the input.
        required: say('fieldRequired', { field: '${label}' }),
        pattern: { mismatch: say('wrongFormat') },
      }}
      {...(className ? { className } : {})}
      scrollToFirstError={{ block: 'center', focus: true }}
      initialValues={values}
      onValuesChange={(changed, all) => {
        setDirty(true)
        onValuesChange?.(changed as Partial<V>, all)
      }}
      onSubmitCapture={onSubmit}
      onFinish={(typed) => void finish(typed)}
    >
      {edit.notice}
      <ChosenText />
      <ReadOnly value={isReadOnly}>{children}</ReadOnly>
      {/* Enter in an input of one line presses the first, unless it is disabled. */}
      <button ref={saveButton} type="submit" hidden disabled={!maySave} aria-label={say('save')} />
      {other && <button ref={otherButton} type="submit" hidden aria-label={other.label} />}
    </Form>
  )
}

/** The ways to save a form, of its own frame; the main one is the last. */
export function FormButtons({
  submit,
  other,
  danger = false,
  isSaving,
  maySave,
  save,
  saveOther,
}: {
  submit?: string
  other?: { label: string } | false | undefined
  danger?: boolean
  isSaving: boolean
  maySave: boolean
  save: () => void
  saveOther?: () => void
}) {
  const say = useShellWords()
  return (
    <>
      {other && (
        <Button loading={isSaving} disabled={!maySave} onClick={saveOther}>
          {other.label}
        </Button>
      )}
      <Button type="primary" danger={danger} loading={isSaving} disabled={!maySave} onClick={save}>
        {submit ?? say('save')}
      </Button>
    </>
  )
}
