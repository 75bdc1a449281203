import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { ChosenText } from '../../../web/shell/chosen.tsx'
import { notify } from '../../../web/notice.ts'
import { useMay } from '../../../web/shell/may.ts'
import { questionCalls } from '../contract.ts'
import { useQuestionWords } from './words.ts'

/** What can be done with the chosen questions: all of them, or none and the reason. */
export function QuestionBatch({ ids, clear }: { ids: string[]; clear: () => void }) {
  const say = useQuestionWords()
  const [asking, setAsking] = useState(false)
  const disable = useAction(questionCalls.disabled)
  const remove = useAction(questionCalls.delete)
  const mayDelete = useMay(questionCalls.delete)
  const count = ids.length

  const setDisabled = (disabled: boolean) =>
    disable.mutate(
      { questionIds: ids, disabled },
      {
        onSuccess() {
          notify('success', say(disabled ? 'disabledDone' : 'enabledDone', { count }))
          clear()
        },
      },
    )

  return (
    <>
      <Button loading={disable.isPending} onClick={() => setDisabled(true)}>
        {say('disable')}
      </Button>
      <Button loading={disable.isPending} onClick={() => setDisabled(false)}>
        {say('enable')}
      </Button>
      {mayDelete && (
        <Button danger onClick={() => setAsking(true)}>
          {say('delete')}
        </Button>
      )}
      <Modal
        open={asking}
        title={say('deleteConfirm', { count })}
        okText={say('delete')}
        cancelText={say('cancel')}
        okButtonProps={{ danger: true }}
        confirmLoading={remove.isPending}
        onCancel={() => setAsking(false)}
        onOk={() =>
          remove.mutate(
            { questionIds: ids },
            {
              onSuccess() {
                notify('success', say('deleted', { count }))
                clear()
              },
              onSettled: () => setAsking(false),
            },
          )
        }
      >
        <ChosenText />
        {say('deleteHint')}
      </Modal>
    </>
  )
}
