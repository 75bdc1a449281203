import { Button } from '../control/Button.tsx'
import { dialogWidths } from '../control/dialogSizes.ts'
import { FormBody, FormButtons, FormKeys, type FramedFormProps, useFormFrame } from './FormBody.tsx'
import { OfficeDrawer } from '../control/OfficeDrawer.tsx'
import { useShellWords } from '../words.ts'

/** A form of some length in a drawer. */
export function FormDrawer<V extends object, O>(props: FramedFormProps<V, O>) {
  const say = useShellWords()
  const { frame, isSaving, maySave, save, saveOther, leave, afterOpenChange, onKeyDown } = useFormFrame(props)
  const { title, size = 'middle', open = true, isReadOnly } = props
  return (
    <FormKeys onKeyDown={onKeyDown}>
      <OfficeDrawer
        open={open}
        title={title}
        size={dialogWidths[size]}
        onClose={leave}
        afterOpenChange={afterOpenChange}
        destroyOnHidden
        // The kit drops the content of what moves when its view is hidden and shown again, and what was typed in it.
        motion={{}}
        footer={
          !isReadOnly && (
            <div className="shell-row form-buttons">
              <Button onClick={leave}>{say('cancel')}</Button>
              <FormButtons {...props} {...{ isSaving, maySave, save, saveOther }} />
            </div>
          )
        }
      >
        <FormBody {...props} frame={frame} />
      </OfficeDrawer>
    </FormKeys>
  )
}
