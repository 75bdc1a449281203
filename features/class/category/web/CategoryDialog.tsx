import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { useSettings } from '../../../project/web/settings.ts'
import { type CategoryKind, type CategoryNode, categoryKinds, classCategoryCalls } from '../contract.ts'
import { useCategoryWords } from './words.ts'

/** Position of a new category: below another, or at the top of a class type. */
export interface NewCategory {
  parent?: CategoryNode
  classType?: string | undefined
}

interface Values {
  name: string
  classType: string
  kind: CategoryKind
}

/** Names a new category; one at the top also gets its class type and kind. */
export default function CategoryDialog({
  place,
  onClose,
  onSaved,
}: {
  place: NewCategory
  onClose: () => void
  /** Called with its id, in place of closing. */
  onSaved?: (saved: { id: string }) => void
}) {
  const say = useCategoryWords()
  const pick = useBilingual()
  const { showClassType } = useSettings()
  const save = useAction(classCategoryCalls.saveClassCategory, { quiet: true })
  const isTop = !place.parent
  return (
    <FormDialog<Values, { id: string }>
      name="class-category"
      title={say('newTitle')}
      values={{
        name: '',
        classType: place.classType ?? showClassType[0]?.key ?? '',
        kind: 'base',
      }}
      onSave={({ name, classType, kind }) =>
        save.mutateAsync({
          name,
          ...(place.parent ? { parentId: place.parent.id } : {}),
          ...(isTop ? { classType, kind } : {}),
        })
      }
      onClose={onClose}
      {...(onSaved && { onSaved })}
    >
      <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={60} />
      </Form.Item>
      {isTop && (
        <>
          <Form.Item name="classType" label={say('classType')} rules={[{ required: true }]}>
            <Select
              options={showClassType.map((type) => ({
                value: type.key,
                label: pick(type.name, type.nameEn),
              }))}
            />
          </Form.Item>
          <Form.Item name="kind" label={say('kind')} rules={[{ required: true }]}>
            <Select options={categoryKinds.map((kind) => ({ value: kind, label: say(kind) }))} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
