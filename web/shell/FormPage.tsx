import { FormBody, FormButtons, FormKeys, type FormProps, useFormFrame } from './FormBody.tsx'

/** A long form that is the page, or a part of it. */
export function FormPage<V extends object, O>(
  props: FormProps<V, O> & {
    className?: string
    footClassName?: string
    /** The button waits until something was typed. */
    onlyChanged?: boolean
  },
) {
  const { frame, isDirty, isSaving, maySave, save, onKeyDown } = useFormFrame(props)
  const { footClassName, onlyChanged = false, children } = props
  return (
    <FormKeys onKeyDown={onKeyDown}>
      <FormBody {...props} frame={frame}>
        {children}
        <div className={footClassName}>
          <FormButtons
            {...props}
            isSaving={isSaving}
            maySave={maySave && (isDirty || !onlyChanged)}
            save={save}
          />
        </div>
      </FormBody>
    </FormKeys>
  )
}
