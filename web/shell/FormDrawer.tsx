import Drawer from 'antd/es/drawer'
import Space from 'antd/es/space'
import { Button } from './Button.tsx'
import { FormBody, FormButtons, FormKeys, type FramedFormProps, useFormFrame } from './FormBody.tsx'
import { useShellWords } from './words.ts'

/** A form of some length in a drawer. */
export function FormDrawer<V extends object, O>(props: FramedFormProps<V, O>) {
  const say = useShellWords()
  const { frame, isSaving, maySave, save, saveOther, leave, afterOpenChange, onKeyDown } = useFormFrame(props)
  const { title, width = 600, open = true, isReadOnly } = props
  return (
    <FormKeys onKeyDown={onKeyDown}>
      <Drawer
        open={open}
        title={title}
        size={`min(${width}px, 100vw)`}
        onClose={leave}
        afterOpenChange={afterOpenChange}
        destroyOnHidden
        // The kit drops the content of what moves when its view is hidden and shown again, and what was typed in it.
        motion={{}}
        footer={
          !isReadOnly && (
            <Space wrap>
              <FormButtons {...props} {...{ isSaving, maySave, save, saveOther }} />
              <Button onClick={leave}>{say('cancel')}</Button>
            </Space>
          )
        }
      >
        <FormBody {...props} frame={frame} />
      </Drawer>
    </FormKeys>
  )
}
