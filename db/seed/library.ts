import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { bigramsOf } from '../../contract/search.ts'
import { startDesign } from '../../features/certificate/template/rules.ts'
import type { Tx } from '../../server/db.ts'
import type { AppContext } from '../../server/appContext.ts'
import { classCategories } from './content/categories.ts'
import { type ClassContent, classesOn } from './content/classes.ts'
import { courseOf, courses } from './content/courses.ts'
import { lessonFile, lessons } from './media/lessons.ts'
import type { SeededPortal } from './portal.ts'
import { measureVideo } from '../../features/resource/media/server/measure.ts'

/** Content that can be studied: ids by the keys of the content. */
export interface SeededLibrary {
  classes: readonly ClassContent[]
  classIds: ReadonlyMap<string, string>
  courseIds: ReadonlyMap<string, string>
  templateId: string
}

async function seedVideos(tx: Tx, app: AppContext, projectId: string): Promise<Map<string, string>> {
  const [category] = await tx`
    insert into resource_categories ${tx({ projectId, name: '公共课视频' })} returning id`
  const ids = new Map<string, string>()
  for (const { key, title } of lessons) {
    const path = lessonFile(key, 'mp4')
    const bytes = await readFile(path)
    const { durationSeconds, width, height } = await measureVideo(path)
    const [row] = await tx`insert into resources ${tx({
      projectId,
      categoryId: category!.id as string,
      title,
      fileKey: await app.files.keep(path, 'video', '.mp4'),
      mime: 'video/mp4',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      durationSeconds,
      width,
      height,
      posterKey: await app.files.keep(lessonFile(key, 'jpg'), 'poster', '.jpg'),
      subtitlesKey: await app.files.keep(lessonFile(key, 'vtt'), 'subtitles', '.vtt'),
    })} returning id`
    ids.set(key, row!.id as string)
  }
  return ids
}

async function seedCourses(tx: Tx, projectId: string, videoIds: ReadonlyMap<string, string>) {
  const [category] = await tx`
    insert into course_categories ${tx({ projectId, name: '公共课程' })} returning id`
  const ids = new Map<string, string>()
  for (const course of courses) {
    const [row] = await tx`insert into courses ${tx({
      projectId,
      categoryId: category!.id as string,
      name: course.name,
      teacherName: course.teacherName,
      teacherIntroduction: course.teacherIntroduction,
      introduction: course.introduction,
      hoursTenths: course.hours * 10,
      attribute: course.attribute,
    })} returning id`
    const courseId = row!.id as string
    ids.set(course.key, courseId)
    await tx`insert into course_items ${tx(
      course.items.map((item, sort) => ({
        courseId,
        resourceId: videoIds.get(item.lesson)!,
        title: item.title,
        sort,
      })),
    )}`
  }
  return ids
}

async function seedCategories(tx: Tx, projectId: string) {
  const ids = new Map<string, string>()
  for (const [sort, category] of classCategories.entries()) {
    const [row] = await tx`insert into class_categories ${tx({
      projectId,
      parentId: category.parent ? ids.get(category.parent)! : null,
      classType: category.type,
      kind: category.kind,
      name: category.name,
      sort,
    })} returning id`
    ids.set(category.key, row!.id as string)
  }
  return ids
}

/** Videos, courses, the certificate template and the published classes. */
export async function seedLibrary(tx: Tx, app: AppContext, portal: SeededPortal): Promise<SeededLibrary> {
  const { projectId } = portal
  const videoIds = await seedVideos(tx, app, projectId)
  const courseIds = await seedCourses(tx, projectId, videoIds)
  const categoryIds = await seedCategories(tx, projectId)
  const [template] = await tx`insert into certificate_templates ${tx({
    projectId,
    name: '继续教育结业证书',
    kind: 'class',
    design: tx.json(startDesign() as never),
    numbering: 'JH{year}-{serial}',
  })} returning id`
  const templateId = template!.id as string
  const classes = classesOn(portal.today)
  const classIds = new Map<string, string>()
  for (const [sort, item] of classes.entries()) {
    const [row] = await tx`insert into train_classes ${tx({
      projectId,
      categoryId: categoryIds.get(item.category)!,
      code: item.code,
      name: item.name,
      nameBigrams: bigramsOf(item.name),
      classType: item.type,
      year: item.year,
      hoursTenths: item.hours * 10,
      requiredHoursTenths: item.requiredHours * 10,
      electiveMinTenths: item.electiveMin * 10,
      introduction: item.introduction,
      price: item.priceFen,
      originalPrice: item.originalPriceFen,
      signUpFrom: item.signUpFrom,
      signUpTo: item.signUpTo,
      studyFrom: item.signUpFrom,
      studyTo: item.studyTo,
      validDays: item.validDays,
      personnelCategories: item.personnelCategories,
      regions: item.regions,
      certificateTemplateId: templateId,
      trialResourceIds: [videoIds.get(courseOf(item.courses[0]!).items[0]!.lesson)!],
      sort,
      status: 'on_shelf',
      publishedAt: item.signUpFrom,
    })} returning id`
    const classId = row!.id as string
    classIds.set(item.key, classId)
    await tx`insert into class_courses ${tx(
      item.courses.map((key, i) => ({ classId, courseId: courseIds.get(key)!, sort: i })),
    )}`
  }
  return { classes, classIds, courseIds, templateId }
}
