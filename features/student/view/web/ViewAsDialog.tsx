import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { type ViewAsSession, openViewAs } from '../../../../web/token.ts'
import { viewCalls } from '../contract.ts'
import { useViewWords } from './words.ts'

/** Asks for the reason and opens the learner's own pages in a window beside this one. */
export default function ViewAsDialog({
  learner,
  onClose,
}: {
  learner: { accountId: string; name: string }
  onClose: () => void
}) {
  const say = useViewWords()
  const [held, setHeld] = useState<ViewAsSession | null>(null)
  const viewAs = useAction(viewCalls.viewAsLearner, { quiet: true })

  function show(opened: ViewAsSession) {
    if (openViewAs(opened) === null) return setHeld(opened)
    notify('success', say('opened'))
    close()
  }
  function close() {
    setHeld(null)
    onClose()
  }
  return (
    <FormDialog
      name="view-as"
      title={say('lookAt', { name: learner.name })}
      submit={say('open')}
      isReadOnly={held !== null}
      values={{ reason: '' }}
      onSave={({ reason }) => viewAs.mutateAsync({ accountId: learner.accountId, reason })}
      onSaved={(opened) => show({ ...opened, accountId: learner.accountId })}
      onClose={close}
    >
      {held ? (
        <Alert
          type="warning"
          showIcon
          title={say('blocked')}
          action={
            <Button type="primary" disabled={false} onClick={() => show(held)}>
              {say('openNow')}
            </Button>
          }
        />
      ) : (
        <>
          <Alert type="info" title={say('hint')} style={{ marginBottom: 16 }} />
          <Form.Item
            name="reason"
            label={say('why')}
            extra={say('whyHint')}
            rules={[{ required: true, whitespace: true, min: 4 }]}
          >
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
