import { FreeText, Name, Text } from '../../../contract/call.ts'
import { nameKey } from '../../../contract/normalize.ts'
import { maskFreeText } from '../../../contract/personalNumber.ts'
import { cellProblems } from '../../import/cell/rules.ts'
import type { ImportColumn, ProblemTable } from '../../import/rules.ts'
import { bareName } from '../rules.ts'

/** Columns of a list of videos. */
export const listColumns: readonly ImportColumn[] = [
  {
    key: 'fileName',
    title: { zh: '文件名', en: 'File' },
    otherTitles: ['视频文件', '视频文件名', '文件名称', '文件', 'File name'],
    kind: 'text',
    check: FreeText(200),
    required: true,
    note: {
      zh: '与上传的视频文件同名，可以不写扩展名',
      en: 'the name of the uploaded video, with or without its extension',
    },
    examples: [
      { zh: '第1讲 政策法规.mp4', en: 'Lesson 1 Regulations.mp4' },
      { zh: '第2讲 职业道德.mp4', en: 'Lesson 2 Ethics.mp4' },
    ],
    plain: true,
    width: 32,
  },
  {
    key: 'title',
    title: { zh: '视频名称', en: 'Title' },
    otherTitles: ['标题', '名称', '课件名称'],
    kind: 'text',
    check: Name(120),
    required: false,
    note: { zh: '不填则取文件名', en: 'the name of the file where it is empty' },
    examples: [
      { zh: '政策法规', en: 'Regulations' },
      { zh: '', en: '' },
    ],
    plain: true,
    width: 32,
  },
  {
    key: 'folder',
    title: { zh: '目录', en: 'Folder' },
    otherTitles: ['所属目录', '分类', '所属分类'],
    kind: 'text',
    check: Text(300),
    required: false,
    note: {
      zh: '已有的目录；下级目录用“/”隔开，不填则放入所选目录',
      en: 'one that is there, levels separated by “/”; the chosen one where it is empty',
    },
    examples: [
      { zh: '公需科目/政策法规', en: 'General/Regulations' },
      { zh: '', en: '' },
    ],
    plain: true,
    width: 32,
  },
]

/** Possible problems of a row of a list of videos. */
export const listProblems = {
  ...cellProblems,
  sameFile: {
    zh: '与第 {row} 行是同一个文件',
    en: 'is the same file as in row {row}',
    fix: { zh: '一个文件只填一行', en: 'list each file once' },
  },
  sameTitle: {
    zh: '与第 {row} 行在同一目录下同名',
    en: 'has the same title as row {row} in the same folder',
    fix: { zh: '换一个名称', en: 'choose another title' },
  },
  noFolder: {
    zh: '没有目录“{folder}”',
    en: 'There is no folder “{folder}”',
    fix: {
      zh: '先新建这个目录，或填写已有的目录',
      en: 'create the folder first, or name one that is there',
    },
  },
  folderGone: {
    zh: '所选的目录已经删除',
    en: 'The chosen folder was deleted',
    fix: { zh: '另选一个目录，再导入一次', en: 'choose another folder and import again' },
  },
  manyFolders: {
    zh: '有 {count} 个目录叫“{folder}”',
    en: 'There are {count} folders called “{folder}”',
    fix: { zh: '从最上级目录写起，用“/”隔开', en: 'write its path from the top, separated by “/”' },
  },
  noFile: {
    zh: '还没有收到文件“{file}”',
    en: 'The file “{file}” has not arrived',
    fix: {
      zh: '上传这个文件，再导入一次同一份清单',
      en: 'upload the file and import the same list again',
    },
  },
} satisfies ProblemTable

/**
 * Keys by which a file is found for the name that a list has of it: as it is written, and without its extension. Names of
 * uploads have their personal numbers masked, so both are masked alike.
 */
export const fileKeysOf = (name: string): [whole: string, bare: string] => {
  const masked = maskFreeText(name)
  return [nameKey(masked), nameKey(bareName(masked))]
}

/** Finds the file for a name among arrived ones, the last that came first; a name that is written in full goes before. */
export function fileFor<File extends { name: string }>(
  name: string,
  files: readonly File[],
): File | undefined {
  const [whole] = fileKeysOf(name)
  return (
    files.find((file) => fileKeysOf(file.name)[0] === whole) ??
    files.find((file) => fileKeysOf(file.name)[1] === whole)
  )
}
