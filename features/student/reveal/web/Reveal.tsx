import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useEffect, useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { useMay } from '../../../../web/shell/may.ts'
import { type Revealed, revealCalls } from '../contract.ts'
import { useRevealWords } from './words.ts'

/** How long a number stands in full, in seconds. */
const shownSeconds = 30

/** A masked number; anyone who may sees it in full for a reason, for half a minute. */
export function Reveal({ accountId, what, masked }: { accountId: string; what: Revealed; masked: string }) {
  const say = useRevealWords()
  const may = useMay(revealCalls.reveal)
  const [asking, setAsking] = useState(false)
  const [number, setNumber] = useState<string | null>(null)
  const [form] = Form.useForm<{ reason: string }>()
  const reveal = useAction(revealCalls.reveal)
  const guard = useGuardedForm(() => setAsking(false), asking)

  useEffect(() => {
    if (number === null) return
    const timer = setTimeout(() => setNumber(null), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [number])

  if (!may) return masked
  if (number !== null) {
    return (
      <span>
        <span role="status">{number}</span>{' '}
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
      <Modal
        open={asking}
        title={say(what)}
        okText={say('confirm')}
        cancelText={say('cancel')}
        confirmLoading={reveal.isPending}
        onCancel={guard.leave}
        afterClose={guard.forget}
        onOk={() => form.submit()}
        afterOpenChange={(open) => open && form.focusField('reason')}
        destroyOnHidden
      >
        <Form<{ reason: string }>
          name={`reveal-${what}`}
          form={form}
          layout="vertical"
          preserve={false}
          onValuesChange={guard.note}
          onFinish={({ reason }) =>
            reveal.mutate(
              { accountId, what, reason },
              {
                onSuccess(shown) {
                  setAsking(false)
                  setNumber(shown.number)
                },
              },
            )
          }
        >
          <Form.Item
            name="reason"
            label={say('why')}
            extra={say('whyHint')}
            rules={[{ required: true, whitespace: true, min: 4 }]}
          >
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
          </Form.Item>
        </Form>
      </Modal>
    </span>
  )
}
