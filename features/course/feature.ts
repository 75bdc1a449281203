import type { Feature } from '../../server/feature.ts'
import { courseCategoryHandlers } from './category/server/calls.ts'
import { courseHandlers } from './server/calls.ts'
import { courseEdits } from './server/edits.ts'
import { courseExportList } from './server/exports.ts'

/** Courses made of videos, in folders. */
export const courseFeature: Feature = {
  group: 'noun',
  tables: {
    course_categories: { of: 'project' },
    course_items: { of: 'project' },
    courses: { of: 'project' },
  },
  handlers: [courseCategoryHandlers, courseHandlers],
  exports: courseExportList,
  audit: {
    actions: {
      'course-category.create': ['新建课程目录', 'Created a course category'],
      'course-category.delete': ['删除课程目录', 'Deleted a course category'],
      'course-category.move': ['移动课程目录', 'Moved a course category'],
      'course-category.rename': ['重命名课程目录', 'Renamed a course category'],
      'course.change': ['修改课程', 'Updated a course'],
      'course.create': ['新建课程', 'Created a course'],
      'course.delete': ['删除课程', 'Deleted a course'],
    },
    fields: { course: courseEdits.fields },
    subjects: {
      course: { words: ['课程', 'Course'], name: (db, id) => db`select name from courses where id = ${id}` },
      'course-category': { words: ['课程目录', 'Course category'] },
    },
  },
}
