import Alert from 'antd/es/alert'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Space from 'antd/es/space'
import { Button } from '../../../web/shell/control/Button.tsx'
import { notify } from '../../../web/notice.ts'
import { usePartnerWords } from './words.ts'

export interface ShownKey {
  name: string
  code: string
  key: string
}

/** A partner's key, the one time it is seen. */
export default function KeyDialog({ shown, onClose }: { shown: ShownKey; onClose: () => void }) {
  const say = usePartnerWords()
  return (
    <Modal
      open
      title={say('keyTitle', { name: shown.name })}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Space>
          {isSecureContext && (
            <Button
              onClick={() =>
                void navigator.clipboard.writeText(shown.key).then(() => notify('success', say('copied')))
              }
            >
              {say('copy')}
            </Button>
          )}
          <Button type="primary" onClick={onClose}>
            {say('close')}
          </Button>
        </Space>
      }
    >
      <Space direction="vertical" style={{ width: '100%' }} size="middle">
        <Alert type="warning" showIcon title={say('keyHint')} />
        <label>
          {say('code')}
          <Input readOnly value={shown.code} />
        </label>
        <label>
          {say('keyOf')}
          <Input readOnly value={shown.key} onFocus={(event) => event.target.select()} />
        </label>
      </Space>
    </Modal>
  )
}
