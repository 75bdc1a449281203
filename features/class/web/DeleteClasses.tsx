import Modal from 'antd/es/modal'
import { useAction } from '../../../web/client.ts'
import { ChosenText } from '../../../web/shell/chosen.tsx'
import type { BatchResult } from '../batch/contract.ts'
import { classCalls } from '../contract.ts'
import { useClassWords } from './words.ts'

/** Asks before classes are deleted, by name or by their number, and lists those that will stay. */
export function DeleteClasses({
  ids,
  name,
  onClose,
  onResult,
}: {
  ids: string[]
  /** Of a single class. */
  name?: string | undefined
  onClose: () => void
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const remove = useAction(classCalls.deleteTrain, {
    onDone(result) {
      onClose()
      onResult(result)
    },
  })
  return (
    <Modal
      open
      title={
        name === undefined ? say('removeManyConfirm', { count: ids.length }) : say('removeConfirm', { name })
      }
      okText={say('delete')}
      cancelText={say('cancel')}
      okButtonProps={{ danger: true, loading: remove.isPending }}
      onCancel={onClose}
      onOk={() => remove.mutate({ ids })}
    >
      <ChosenText />
      {say('removeHint')}
    </Modal>
  )
}
