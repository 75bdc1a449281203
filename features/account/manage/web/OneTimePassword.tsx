import Alert from 'antd/es/alert'
import Descriptions from 'antd/es/descriptions'
import Modal from 'antd/es/modal'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { useManageWords } from './words.ts'

/** A password just made, and whom it is for. */
export interface Handover {
  name: string
  password: string
}

/** Shows a password this once, with a button to copy it; closed only by its own button, never by a stray press. */
export default function OneTimePassword({ handover, onClose }: { handover: Handover; onClose: () => void }) {
  const say = useManageWords()
  return (
    <Modal
      open
      title={say('passwordTitle')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {say('passwordTaken')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={say('passwordHint')} style={{ marginBottom: 16 }} />
      <Descriptions
        bordered
        column={1}
        size="small"
        items={[
          {
            key: 'name',
            label: say('account'),
            children: <CopyText text={handover.name} name={say('account')} />,
          },
          {
            key: 'password',
            label: say('password'),
            children: (
              <code className="one-time-password">
                <CopyText text={handover.password} name={say('password')} />
              </code>
            ),
          },
        ]}
      />
    </Modal>
  )
}
