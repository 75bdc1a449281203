import { exported } from '../../../server/exporting.ts'
import { hourAttributeNames } from '../../hours/rules.ts'
import { courseExports } from '../contract.ts'

/** The sheet of the list of courses. */
export const courseExportList = [
  exported(courseExports.exportCourseList, [
    { title: { zh: '课程', en: 'Course' }, width: 40, value: (row) => row.name },
    { title: { zh: '目录', en: 'Folder' }, width: 24, value: (row) => row.categoryName },
    { title: { zh: '主讲老师', en: 'Teacher' }, value: (row) => row.teacherName },
    { title: { zh: '学时', en: 'Hours' }, format: 'decimal', width: 10, value: (row) => row.hoursTenths },
    { title: { zh: '必修选修', en: 'Requirement' }, value: (row) => hourAttributeNames[row.attribute] },
    { title: { zh: '视频', en: 'Videos' }, format: 'count', width: 10, value: (row) => row.items },
    { title: { zh: '总时长', en: 'Total length' }, format: 'duration', value: (row) => row.durationSeconds },
    { title: { zh: '使用班级', en: 'Classes' }, format: 'count', width: 10, value: (row) => row.usedBy },
    { title: { zh: '创建时间', en: 'Created' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
]
