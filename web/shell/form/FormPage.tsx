import { Button } from '../control/Button.tsx'
import { FormBody, FormButtons, FormKeys, type FormProps, useFormFrame } from './FormBody.tsx'
import { useShellWords } from '../words.ts'

/** A long form that is the page, or a part of it. */
export function FormPage<V extends object, O>(
  props: FormProps<V, O> & {
    className?: string
    footClassName?: string
    /** It is saved only once something was typed. */
    onlyChanged?: boolean
    /** Leaves the page: it asks first when something was typed, and saving leads there as well. */
    onClose?: () => void
  },
) {
  const say = useShellWords()
  const { footClassName, onlyChanged = false, onClose, isReadOnly = false, children } = props
  const { frame, isSaving, maySave, save, saveOther, leave, onKeyDown } = useFormFrame(props, {
    isPage: true,
    onlyChanged,
  })
  return (
    <FormKeys onKeyDown={onKeyDown}>
      <FormBody {...props} frame={frame}>
        {children}
        {!isReadOnly && (
          <div className={footClassName}>
            {onClose && <Button onClick={leave}>{say('cancel')}</Button>}
            <FormButtons {...props} {...{ isSaving, maySave, save, saveOther }} />
          </div>
        )}
      </FormBody>
    </FormKeys>
  )
}
