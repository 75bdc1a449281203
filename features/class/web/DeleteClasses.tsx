import Modal from 'antd/es/modal'
import { useAction } from '../../../web/client.ts'
import { ChosenText, type Selected } from '../../../web/shell/control/chosen.tsx'
import type { BatchResult } from '../../../contract/selection.ts'
import { classCalls } from '../contract.ts'
import { useClassWords } from './words.ts'

/** Asks before classes are deleted, by name or by their number, and lists those that will stay. */
export default function DeleteClasses({
  selected,
  name,
  onClose,
  onResult,
}: {
  selected: Selected
  /** The name, if it is a single class. */
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
        name === undefined
          ? say('removeManyConfirm', { count: selected.said })
          : say('removeConfirm', { name })
      }
      okText={say('delete')}
      cancelText={say('cancel')}
      okButtonProps={{ danger: true, loading: remove.isPending }}
      onCancel={onClose}
      onOk={() => remove.mutate(selected.selection)}
    >
      <ChosenText />
      {say('removeHint')}
    </Modal>
  )
}
