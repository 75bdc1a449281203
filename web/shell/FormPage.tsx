import { FormBody, FormButtons, FormKeys, type FormProps, useFormFrame } from './FormBody.tsx'

/** A long form that is the page, or a part of it. */
export function FormPage<V extends object, O>(
  props: FormProps<V, O> & {
    className?: string
    footClassName?: string
    /** It is saved only once something was typed. */
    onlyChanged?: boolean
  },
) {
  const { footClassName, onlyChanged = false, isReadOnly = false, children } = props
  const { frame, isSaving, maySave, save, saveOther, onKeyDown } = useFormFrame(props, {
    isPage: true,
    onlyChanged,
  })
  return (
    <FormKeys onKeyDown={onKeyDown}>
      <FormBody {...props} frame={frame}>
        {children}
        {!isReadOnly && (
          <div className={footClassName}>
            <FormButtons {...props} {...{ isSaving, maySave, save, saveOther }} />
          </div>
        )}
      </FormBody>
    </FormKeys>
  )
}
