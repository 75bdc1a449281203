import type { Random } from './random.ts'

const surnames: Record<string, number> = {
  王: 72,
  李: 70,
  张: 67,
  刘: 52,
  陈: 46,
  杨: 31,
  黄: 24,
  赵: 22,
  吴: 21,
  周: 20,
  徐: 17,
  孙: 16,
  马: 14,
  朱: 13,
  胡: 12,
  郭: 11,
  何: 11,
  林: 11,
  高: 10,
  罗: 10,
  郑: 9,
  梁: 9,
  谢: 8,
  宋: 8,
  唐: 7,
  许: 7,
  邓: 6,
  韩: 6,
  冯: 6,
  曹: 5,
  彭: 5,
  曾: 5,
  肖: 5,
  田: 4,
  董: 4,
  潘: 4,
  袁: 4,
  蔡: 4,
  蒋: 4,
  余: 4,
  于: 4,
  杜: 4,
  叶: 4,
  程: 4,
  魏: 4,
  苏: 4,
  吕: 3,
  丁: 3,
  任: 3,
  沈: 3,
  姚: 3,
  卢: 3,
  钟: 3,
  姜: 3,
  崔: 3,
  谭: 3,
  陆: 3,
  范: 2,
  汪: 2,
  欧阳: 1,
}

const given = {
  male: {
    older:
      '建国 建军 志强 志刚 国强 国平 卫东 卫国 文斌 文涛 永明 永强 海涛 海波 立新 立群 晓东 晓峰 庆丰 庆华 ' +
      '振华 振兴 家明 家旺 德胜 德清 伟 勇 军 涛 斌 刚 辉 鹏 少华 长春 新民 成林 学军 红旗',
    younger:
      '宇轩 浩然 子豪 俊杰 天宇 嘉伟 晨阳 明哲 思远 一鸣 博文 泽宇 文昊 致远 皓宇 逸飞 景行 承泽 瑞霖 启明 ' +
      '凯 超 磊 洋 翔 睿 恒 骏 书航 知行 云帆 嘉树 亦凡 子墨 向阳 望舒 远航 立言 修远 怀瑾',
  },
  female: {
    older:
      '秀英 桂兰 玉梅 丽华 丽娟 春燕 春梅 秋菊 雪梅 雪芹 红梅 红霞 淑珍 淑芬 凤英 月娥 晓红 晓丽 建华 爱萍 ' +
      '海燕 海霞 美玲 美华 文静 文英 慧敏 慧芳 敏 静 丽 艳 芳 娟 玲 霞 素云 佩兰 瑞芳 亚琴',
    younger:
      '雨桐 梓涵 欣怡 诗雨 思琪 佳宁 婉清 若曦 语嫣 静怡 可欣 雅文 芷若 晓萌 心悦 紫萱 依诺 书瑶 安琪 清妍 ' +
      '颖 莹 倩 婷 璐 瑶 菲 悦 知夏 令仪 疏影 采薇 南枝 映雪 沐晴 予安 清欢 初晴 念真 嘉禾',
  },
}

/** A Chinese name that fits the sex and the generation (born before 1985, or since). */
export function chineseName(random: Random, gender: 'male' | 'female', birthYear: number): string {
  const list = given[gender][birthYear < 1985 ? 'older' : 'younger']
  return random.weighted(surnames) + random.pick(list.split(' '))
}
