import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { type ReactNode, useEffect, useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { type Revealed, revealCalls, revealed } from '../contract.ts'
import { useRevealWords } from './words.ts'

/** Time numbers are shown in full, in seconds. */
const shownSeconds = 30

/** Most usual reasons to ask for numbers; one click writes each. */
const reasons = ['ofCaller', 'ofCorrection'] as const

const names = { card: 'idNumber', mobile: 'mobile' } as const
const shows = { card: 'showCard', mobile: 'showMobile' } as const

/**
 * The masked numbers of a learner, each as it is drawn in its place; anyone who may sees them in full for a reason, for
 * half a minute. One dialog asks for all of them.
 */
export function useReveal(
  accountId: string,
  masks: Readonly<Record<Revealed, string | null>>,
): Record<Revealed, ReactNode> & { dialog: ReactNode } {
  const say = useRevealWords()
  const may = useMay(revealCalls.reveal)
  const [isAsking, setAsking] = useState(false)
  const [numbers, setNumbers] = useState<Partial<Record<Revealed, string>>>({})
  const reveal = useAction(revealCalls.reveal, { quiet: true })
  const [form] = Form.useForm<{ what: Revealed[]; reason: string }>()
  const there = revealed.filter((what) => masks[what] !== null)

  useEffect(() => {
    if (Object.keys(numbers).length === 0) return
    const timer = setTimeout(() => setNumbers({}), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [numbers])

  async function show(chosen: readonly Revealed[], reason: string) {
    for (const what of chosen) {
      const { number } = await reveal.mutateAsync({ accountId, what, reason })
      setNumbers((shown) => ({ ...shown, [what]: number }))
    }
  }
  function drawn(what: Revealed): ReactNode {
    const number = numbers[what]
    if (!may || masks[what] === null) return masks[what]
    if (number === undefined) {
      return (
        <span>
          {masks[what]}{' '}
          <Button type="link" size="small" aria-label={say(shows[what])} onClick={() => setAsking(true)}>
            {say('show')}
          </Button>
        </span>
      )
    }
    return (
      <span>
        <span role="status">
          <CopyText text={number} name={say(names[what])} />
        </span>{' '}
        <Button
          type="link"
          size="small"
          title={say('shownFor', { seconds: shownSeconds })}
          onClick={() => setNumbers(({ [what]: _, ...rest }) => rest)}
        >
          {say('hide')}
        </Button>
      </span>
    )
  }
  return {
    card: drawn('card'),
    mobile: drawn('mobile'),
    dialog: (
      <FormDialog
        name="reveal"
        form={form}
        open={isAsking}
        title={say('showNumbers')}
        submit={say('view')}
        values={{ what: there, reason: '' }}
        onSave={({ what, reason }) => show(what, reason)}
        onSaved={() => setAsking(false)}
        onClose={() => setAsking(false)}
      >
        <Form.Item name="what" label={say('numbers')} rules={[{ required: true, message: say('mustFill') }]}>
          <Checkbox.Group options={there.map((what) => ({ value: what, label: say(names[what]) }))} />
        </Form.Item>
        <Form.Item label={say('commonReasons')}>
          <div className="shell-row">
            {reasons.map((reason) => (
              <Button
                key={reason}
                size="small"
                onClick={() => {
                  form.setFieldValue('reason', say(reason))
                  void form.validateFields(['reason'])
                }}
              >
                {say(reason)}
              </Button>
            ))}
          </div>
        </Form.Item>
        <Form.Item
          name="reason"
          label={say('why')}
          extra={say('whyHint')}
          rules={[{ required: true, whitespace: true, min: 4 }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </FormDialog>
    ),
  }
}
