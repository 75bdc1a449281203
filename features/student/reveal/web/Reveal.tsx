import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useEffect, useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/shell/Button.tsx'
import { FormDialog } from '../../../../web/shell/FormDialog.tsx'
import { CopyText } from '../../../../web/shell/CopyText.tsx'
import { useMay } from '../../../../web/shell/may.ts'
import { type Revealed, revealCalls } from '../contract.ts'
import { useRevealWords } from './words.ts'

/** How long a number is shown in full, in seconds. */
const shownSeconds = 30

/** A masked number; anyone who may sees it in full for a reason, for half a minute. */
export function Reveal({ accountId, what, masked }: { accountId: string; what: Revealed; masked: string }) {
  const say = useRevealWords()
  const may = useMay(revealCalls.reveal)
  const [asking, setAsking] = useState(false)
  const [number, setNumber] = useState<string | null>(null)
  const reveal = useAction(revealCalls.reveal, { quiet: true })

  useEffect(() => {
    if (number === null) return
    const timer = setTimeout(() => setNumber(null), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [number])

  if (!may) return masked
  if (number !== null) {
    return (
      <span>
        <span role="status">
          <CopyText text={number} name={say(`${what}Number`)} />
        </span>{' '}
        <Button
          type="link"
          size="small"
          title={say('shownFor', { seconds: shownSeconds })}
          onClick={() => setNumber(null)}
        >
          {say('hide')}
        </Button>
      </span>
    )
  }
  return (
    <span>
      {masked}{' '}
      <Button type="link" size="small" aria-label={say(what)} onClick={() => setAsking(true)}>
        {say('show')}
      </Button>
      <FormDialog
        name={`reveal-${what}`}
        open={asking}
        title={say(what)}
        submit={say('view')}
        values={{ reason: '' }}
        onSave={({ reason }) => reveal.mutateAsync({ accountId, what, reason })}
        onSaved={(shown) => {
          setAsking(false)
          setNumber(shown.number)
        }}
        onClose={() => setAsking(false)}
      >
        <Form.Item
          name="reason"
          label={say('why')}
          extra={say('whyHint')}
          rules={[{ required: true, whitespace: true, min: 4 }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </FormDialog>
    </span>
  )
}
