import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Segmented from 'antd/es/segmented'
import TreeSelect from 'antd/es/tree-select'
import { choicesOf } from '../../category/web/folders.ts'
import { useCall } from '../../../web/client.ts'
import { courseCategoryCalls } from '../category/contract.ts'
import { courseAttributes, type CourseAttribute } from '../contract.ts'
import { CourseItemsInput, type EditedItem } from './CourseItemsInput.tsx'
import { useCourseWords } from './words.ts'

/** Values in the form of a course; hours as a person writes them, 7.5. */
export interface CourseFields {
  name: string
  categoryId: string
  teacherName: string
  teacherIntroduction: string
  introduction: string
  hours: number
  attribute: CourseAttribute
  items: EditedItem[]
}

/** The fields of a course, for making and changing alike. */
export function CourseInputs({ fixed }: { fixed: boolean }) {
  const say = useCourseWords()
  const tree = useCall(courseCategoryCalls.tree, {}).data ?? []
  return (
    <>
      <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={80} showCount />
      </Form.Item>
      <Form.Item name="categoryId" label={say('folder')}>
        <TreeSelect
          treeDefaultExpandAll
          treeData={[{ value: '', title: say('noFolder'), children: [] }, ...choicesOf(tree)]}
        />
      </Form.Item>
      <Form.Item name="hours" label={say('hours')} extra={say('hoursHint')} rules={[{ required: true }]}>
        <InputNumber min={0.1} max={1000} step={0.5} precision={1} disabled={fixed} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item name="attribute" label={say('attribute')}>
        <Segmented
          disabled={fixed}
          options={courseAttributes.map((value) => ({ value, label: say(value) }))}
        />
      </Form.Item>
      <Form.Item
        name="items"
        label={say('items')}
        rules={[
          {
            async validator(_, items: EditedItem[] | undefined) {
              if (!items?.length) throw new Error(say('needItems'))
              if (items.some((item) => item.title.trim() === '')) throw new Error(say('needTitles'))
            },
          },
        ]}
      >
        <CourseItemsInput fixed={fixed} />
      </Form.Item>
      <Form.Item name="teacherName" label={say('teacher')}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="teacherIntroduction" label={say('teacherIntroduction')}>
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="introduction" label={say('introduction')}>
        <Input.TextArea maxLength={4000} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </>
  )
}
