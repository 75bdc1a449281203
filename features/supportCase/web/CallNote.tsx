import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useId, useState } from 'react'
import { keyOf } from '../../../web/composing.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useUnsaved } from '../../../web/shell/view/unsaved.ts'
import { supportCaseCalls } from '../contract.ts'
import { type ExceptionKind, exceptionKinds } from '../rules.ts'
import { useSupportCaseWords } from './words.ts'

/** Fewer letters say nothing; the call refuses them. */
const least = 4

/** The note of a call, written beside what is looked at: it goes to the learner's open issue, or opens one. */
export function CallNote({ accountId }: { accountId: string }) {
  const say = useSupportCaseWords()
  const hint = useId()
  const [note, setNote] = useState('')
  const [kind, setKind] = useState<ExceptionKind>('other')
  const save = useAction(supportCaseCalls.addNote, {
    onDone({ added }, sent) {
      // What was typed meanwhile is another note.
      setNote((now) => (now.trim() === sent.note ? '' : now))
      notify('success', say(added ? 'noteAdded' : 'registeredDone'))
    },
  })
  const isReady = note.trim().length >= least
  useUnsaved(note.trim() !== '')
  const submit = () => save.mutate({ accountId, kind, note: note.trim() })
  return (
    <>
      <Input.TextArea
        aria-label={say('callNote')}
        aria-describedby={hint}
        placeholder={say('callNoteHint')}
        value={note}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (keyOf(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          if (isReady && !save.isPending) submit()
        }}
      />
      <div className="call-note k-cluster">
        <Select<ExceptionKind>
          aria-label={say('type')}
          value={kind}
          options={exceptionKinds.map((value) => ({ value, label: say(value) }))}
          onChange={setKind}
        />
        <Button type="primary" disabled={!isReady} loading={save.isPending} onClick={submit}>
          {say('saveNote')}
        </Button>
        <small id={hint}>{say('callNoteKey')}</small>
      </div>
    </>
  )
}
