import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { type ViewAsSession, openViewAs } from '../../../../web/token.ts'
import { viewCalls } from '../contract.ts'
import { useViewWords } from './words.ts'

/** Asks for the reason and opens the learner's own pages in a window beside this one. */
export function ViewAsModal({
  learner,
  onClose,
}: {
  learner: { accountId: string; name: string } | null
  onClose: () => void
}) {
  const say = useViewWords()
  const [form] = Form.useForm<{ reason: string }>()
  const [held, setHeld] = useState<ViewAsSession | null>(null)
  const viewAs = useAction(viewCalls.viewAsLearner)
  const guard = useGuardedForm(onClose, learner !== null && held === null)

  function show(opened: ViewAsSession) {
    if (openViewAs(opened) === null) return setHeld(opened)
    notify('success', say('opened'))
    onClose()
  }
  return (
    <Modal
      open={learner !== null}
      title={say('lookAt', { name: learner?.name ?? '' })}
      okText={say('open')}
      cancelText={say('cancel')}
      confirmLoading={viewAs.isPending}
      onCancel={guard.leave}
      afterClose={() => {
        guard.forget()
        setHeld(null)
      }}
      onOk={() => form.submit()}
      afterOpenChange={(open) => open && form.focusField('reason')}
      destroyOnHidden
      {...(held ? { footer: null } : {})}
    >
      {held ? (
        <Alert
          type="warning"
          showIcon
          title={say('blocked')}
          action={
            <Button type="primary" onClick={() => show(held)}>
              {say('openNow')}
            </Button>
          }
        />
      ) : (
        <Form<{ reason: string }>
          name="view-as"
          form={form}
          layout="vertical"
          preserve={false}
          onValuesChange={guard.note}
          onFinish={({ reason }) =>
            learner &&
            viewAs.mutate(
              { accountId: learner.accountId, reason },
              { onSuccess: (opened) => show({ ...opened, accountId: learner.accountId }) },
            )
          }
        >
          <Alert type="info" title={say('hint')} style={{ marginBottom: 16 }} />
          <Form.Item
            name="reason"
            label={say('why')}
            extra={say('whyHint')}
            rules={[{ required: true, whitespace: true, min: 4 }]}
          >
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
