import type { EditedNoun } from '../../../server/revision.ts'

/** Fields of a course that an edit may have changed. */
export const courseEdits: EditedNoun = {
  subjectKind: 'course',
  fields: {
    name: { zh: '课程名称', en: 'Name' },
    categoryId: { zh: '目录', en: 'Folder', as: 'long' },
    hoursTenths: { zh: '学时', en: 'Hours', as: 'tenths' },
    attribute: {
      zh: '必修选修',
      en: 'Required or elective',
      values: { required: { zh: '必修', en: 'required' }, elective: { zh: '选修', en: 'elective' } },
    },
    items: { zh: '视频及其顺序', en: 'Videos and their order', as: 'long' },
    teacherName: { zh: '主讲老师', en: 'Teacher' },
    teacherIntroduction: { zh: '老师简介', en: 'About the teacher', as: 'long' },
    introduction: { zh: '课程简介', en: 'About the course', as: 'long' },
  },
}
