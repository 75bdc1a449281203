import Modal from 'antd/es/modal'
import { Button } from '../control/Button.tsx'
import { dialogWidths } from '../control/dialogSizes.ts'
import { FormBody, FormButtons, FormKeys, type FramedFormProps, useFormFrame } from './FormBody.tsx'
import { useFocusReturn } from '../control/useFocusReturn.ts'
import { useShellWords } from '../words.ts'

/** A short form in a dialog, with one way to save it. */
export function FormDialog<V extends object, O>(props: Omit<FramedFormProps<V, O>, 'other'>) {
  const say = useShellWords()
  const { frame, isSaving, maySave, save, leave, afterOpenChange, onKeyDown } = useFormFrame(props)
  const { title, size = 'narrow', open = true, submit, danger, isReadOnly } = props
  useFocusReturn(open)
  return (
    <FormKeys onKeyDown={onKeyDown}>
      <Modal
        open={open}
        title={title}
        width={dialogWidths[size]}
        onCancel={leave}
        afterOpenChange={afterOpenChange}
        destroyOnHidden
        // The kit drops the content of what moves when its view is hidden and shown again, and what was typed in it.
        transitionName=""
        footer={
          !isReadOnly && (
            <div className="shell-row form-buttons">
              <Button onClick={leave}>{say('cancel')}</Button>
              <FormButtons {...{ submit, danger, isSaving, maySave, save }} />
            </div>
          )
        }
      >
        <FormBody {...props} frame={frame} />
      </Modal>
    </FormKeys>
  )
}
