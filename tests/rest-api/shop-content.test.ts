import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readdir, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { formatDateTimeInIndia } from '#rest-api/domain/calendar.ts';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { createShipmentBody, register } from './calls.ts';
import { onEachEngine } from './engines.ts';
import { environment } from './service.ts';
import { setUpService } from './service-setup.ts';
import { runShopJson, shopMain } from './shop-command.ts';

// The tests run many commands, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const couponListSchema = z.array(z.object({ endedAt: z.string() }));
const recordSchema = z.looseObject({ id: z.int() });

onEachEngine((start) => {
  const { call, createFile, fetchBody, getPath, getService, runCommand } = setUpService(start);
  const addRecord = async (...args: string[]) =>
    (await runShopJson(recordSchema, getService().settings, ...args)).id;
  const createPicture = async (background: 'red' | 'blue') => {
    const file = getPath(`${background}.png`);
    await sharp({
      create: { width: 8, height: 6, channels: 3, background },
    })
      .png()
      .toFile(file);
    return file;
  };

  test('a coupon is offered immediately, can be used in an order, and ends without changing orders', async () => {
    expect(await runCommand('coupons', 'add', 'diwali15', '--discount', '15')).toBe(
      'Coupon DIWALI15 gives 15% off.\n',
    );
    const [coupon] = z.array(recordSchema).parse(await fetchBody('GET /AllCoupons'));
    expect(coupon).toEqual({ id: coupon?.id, couponName: 'DIWALI15', discount: 15 });
    const user = await register(call);
    const body = { ...createShipmentBody(user), coupon: coupon?.id };
    const order = orderRecord.parse((await call('POST /createShipment', { body })).body);
    expect(await runCommand('coupons', 'add', 'DIWALI15', '--discount', '5')).toContain('end it first');
    expect(await runCommand('coupons', 'end', 'Diwali15')).toBe('Coupon DIWALI15 has ended.\n');
    const [ended] = await runShopJson(couponListSchema, getService().settings, 'coupons', 'list', '--all');
    const endedInIndia = formatDateTimeInIndia(new Date(ended?.endedAt ?? ''));
    expect(await runCommand('coupons', 'list', '--all')).toMatch(
      new RegExp(`DIWALI15 +15 +${endedInIndia}$`, 'm'),
    );
    expect(await fetchBody('GET /AllCoupons')).toEqual([]);
    expect((await call('POST /createShipment', { body })).status).toBe(400);
    expect(order.couponName).toBe('DIWALI15');
    expect(await fetchBody(`GET /OrdersByUserEmail?email=${user.email}`)).toEqual([order]);
    expect(await runCommand('coupons', 'add', 'DIWALI15', '--discount', '20')).toContain('20% off');
    expect(await fetchBody('GET /AllCoupons')).toEqual([{ ...coupon, discount: 20 }]);
  });

  test('the discount of a coupon is at most 100 percent, with at most two decimals', async () => {
    expect(await runCommand('coupons', 'add', 'BAD', '--discount', '101')).toContain(
      'discount: Must be at most 100',
    );
    for (const discount of ['10.001', '10.0000001']) {
      expect(await runCommand('coupons', 'add', 'BAD', '--discount', discount)).toBe(
        'failed: discount: Must have at most 2 decimals\n',
      );
    }
    for (const [index, discount] of ['0.07', '33.33', '99.99'].entries()) {
      const name = `EXACT-${index}`;
      expect(await runCommand('coupons', 'add', name, '--discount', discount)).toBe(
        `Coupon ${name} gives ${discount}% off.\n`,
      );
      await runCommand('coupons', 'end', name);
    }
  });

  test('slides are added with pictures from files, edited, rearranged and removed', async () => {
    const picture = await createPicture('red');
    const first = await addRecord(
      'slides',
      'add',
      '--title',
      'First',
      '--picture',
      picture,
      '--link',
      '/product',
    );
    const second = await addRecord(
      'slides',
      'add',
      '--title',
      'दुसरी',
      '--picture',
      picture,
      '--link',
      '/author',
    );
    const url = '/files/uploads/';
    expect(await fetchBody('GET /AllSlideImages')).toMatchObject([
      { id: first, title: 'First', thumbnailFile: expect.stringContaining(url), link: '/product' },
      { id: second, title: 'दुसरी', thumbnailFile: expect.stringContaining(url), link: '/author' },
    ]);
    const [slide] = z
      .array(z.object({ thumbnailFile: z.string() }))
      .parse(await fetchBody('GET /AllSlideImages'));
    const pictureResponse = await call(`GET ${slide?.thumbnailFile}`);
    expect([pictureResponse.status, pictureResponse.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(pictureResponse.headers.get('cache-control')).toContain('immutable');
    await runCommand('slides', 'order', String(second));
    await runCommand('slides', 'edit', String(second), '--title', 'Second');
    const last = await addRecord('slides', 'add', '--title', 'Last', '--picture', picture, '--link', '/');
    expect(await fetchBody('GET /AllSlideImages')).toMatchObject([
      { id: second, title: 'Second', link: '/author' },
      { id: first, title: 'First' },
      { id: last, title: 'Last' },
    ]);
    expect(await runCommand('slides', 'remove', String(first))).toBe(`Slide ${first} was removed.\n`);
    expect(await fetchBody('GET /AllSlideImages')).toHaveLength(2);
    const text = await createFile('text.png', 'not a picture');
    expect(await runCommand('slides', 'add', '--title', 'x', '--picture', text, '--link', '/')).toContain(
      'is not a JPEG, PNG',
    );
    expect(await runCommand('slides', 'edit', '999', '--title', 'x')).toBe(
      'failed: This slide does not exist\n',
    );
  });

  // `ulimit -f` makes writing fail like a full disk.
  test.skipIf(process.platform === 'win32')(
    'a picture whose upload fails leaves no file, and does not change the copy that is in use',
    async () => {
      const createNoise = async (name: string) => {
        const file = getPath(name);
        const raw = { width: 200, height: 150, channels: 3 } as const;
        await sharp(randomBytes(200 * 150 * 3), { raw })
          .png()
          .toFile(file);
        return file;
      };
      const slide = ['slides', 'add', '--title', 'x', '--link', '/', '--picture'];
      const addOnFullDisk = async (picture: string) => {
        const args = ['-c', 'ulimit -f 20; exec "$0" "$@"', process.execPath, shopMain, ...slide, picture];
        const env = { PATH: environment.PATH, ...getService().settings };
        const [exitCode] = await once(spawn('sh', args, { env, stdio: 'ignore' }), 'close');
        return exitCode;
      };
      const readUploads = async () => {
        const names = await readdir(getPath('files/uploads'));
        return Promise.all(
          names.map(async (name) => [name, await readFile(getPath(`files/uploads/${name}`))]),
        );
      };
      const picture = await createNoise('noise.png');
      const id = await addRecord(...slide, picture);
      const uploads = await readUploads();
      expect(await addOnFullDisk(picture)).toBe(1);
      expect(await addOnFullDisk(await createNoise('other-noise.png'))).toBe(1);
      expect(await readUploads()).toEqual(uploads);
      await runCommand('slides', 'remove', String(id));
    },
  );

  test('a damaged picture, and one with too many pixels to resize, are rejected', async () => {
    const slide = ['slides', 'add', '--title', 'x', '--link', '/', '--picture'];
    const picture = await readFile(await createPicture('red'));
    const damaged = await createFile('damaged.png', picture.subarray(0, -20));
    const huge = getPath('huge.png');
    await sharp({ create: { width: 10_000, height: 5001, channels: 3, background: 'red' } })
      .png()
      .toFile(huge);
    // The header states more pixels than sharp decodes by default. The file lacks most of them.
    const header = Buffer.from(picture);
    header.writeUInt32BE(20_000, 16);
    header.writeUInt32BE(20_000, 20);
    header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
    const enormous = await createFile('enormous.png', header);
    for (const file of [damaged, huge, enormous]) {
      expect(await runCommand(...slide, file)).toBe(
        `failed: ${file} is damaged or has more than 50 megapixels; export it again, or make it smaller\n`,
      );
    }
  });

  test('an SVG picture that is too large for the gateway is rejected', async () => {
    const createSvg = (name: string, byteCount: number) => {
      const [start, end] = ['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><!--', '--></svg>'];
      return createFile(name, `${start}${'x'.repeat(byteCount - start.length - end.length)}${end}`);
    };
    const slide = ['slides', 'add', '--title', 'x', '--link', '/', '--picture'];
    const tooLarge = await createSvg('too-large.svg', 2_000_001);
    expect(await runCommand(...slide, tooLarge)).toBe(
      `failed: ${tooLarge} is larger than 2 MB, the limit for SVG; make it simpler, or export it as PNG or WebP\n`,
    );
    const id = await addRecord(...slide, await createSvg('large.svg', 2_000_000));
    await runCommand('slides', 'remove', String(id));
  });

  test('a picture of more than 10 MB is rejected', async () => {
    const file = await createFile('too-large.png', Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(await runCommand('slides', 'add', '--title', 'x', '--link', '/', '--picture', file)).toBe(
      `failed: ${file} is larger than 10 MB\n`,
    );
  });

  test('a command that is rejected stores none of its pictures', async () => {
    const slide = ['slides', 'add', '--title', 'x', '--picture', await createPicture('blue')];
    const text = await createFile('text.png', 'not a picture');
    const before = await readdir(getPath('files/uploads'));
    expect(await runCommand(...slide)).toContain('failed: link: ');
    expect(await runCommand(...slide, '--link', '/', '--picture-mr', text)).toContain('is not a JPEG, PNG');
    expect(await readdir(getPath('files/uploads'))).toEqual(before);
  });

  test.skipIf(process.platform === 'win32')(
    'a pipe instead of a picture is rejected immediately',
    async () => {
      const pipe = getPath('pipe.png');
      execFileSync('mkfifo', [pipe]);
      // If the command has opened the pipe, this ends its wait for a writer.
      onTestFinished(async () => (await open(pipe, 'r+')).close());
      expect(await runCommand('slides', 'add', '--title', 'x', '--link', '/', '--picture', pipe)).toBe(
        `failed: ${pipe} is not a file that this process can read; use another file, or change its permissions\n`,
      );
    },
  );

  test('an AVIF picture is stored as AVIF, and a HEIC picture, which few browsers display, is rejected', async () => {
    const avif = await sharp(await createPicture('red'))
      .avif()
      .toBuffer();
    // The brand in the header tells the formats apart.
    const heic = Buffer.from(avif.toString('latin1').replace('ftypavif', 'ftypheic'), 'latin1');
    const avifFile = await createFile('red.avif', avif);
    const heicFile = await createFile('red.heic', heic);
    const slide = ['slides', 'add', '--title', 'x', '--link', '/', '--picture'];
    expect(await runCommand(...slide, heicFile)).toBe(
      `failed: ${heicFile} is a HEIC picture, which many browsers cannot display; convert it to JPEG, PNG, WebP, AVIF, GIF or SVG\n`,
    );
    const id = await addRecord(...slide, avifFile);
    expect(await fetchBody('GET /AllSlideImages')).toContainEqual(
      expect.objectContaining({ id, thumbnailFile: expect.stringMatching(/\.avif$/) }),
    );
    await runCommand('slides', 'remove', String(id));
  });

  test('posts are added and removed, and today’s notifications are those without a date, not those of a past date', async () => {
    const picture = 'https://pictures.example/post.jpg';
    const post = await addRecord(
      'posts',
      'add',
      '--title',
      'A',
      '--picture',
      picture,
      '--link',
      '/category/Poetry',
    );
    expect(await fetchBody('GET /AllMarketting')).toMatchObject([
      { id: post, title: 'A', image: picture, link: '/category/Poetry' },
    ]);
    await runCommand('posts', 'remove', String(post));
    expect(await fetchBody('GET /AllMarketting')).toEqual([]);
    const daily = await addRecord('notifications', 'add', '--text', 'Every day');
    await addRecord('notifications', 'add', '--text', 'Long ago', '--on', '2001-01-01');
    expect(await fetchBody('GET /TodaysNotifications')).toMatchObject([
      { id: daily, notification: 'Every day' },
    ]);
    expect(await runCommand('notifications', 'list')).toContain('2001-01-01  Long ago');
  });

  test('a notification of 280 characters is accepted, and a longer text or translation is rejected', async () => {
    const tooLong = 'x'.repeat(281);
    const id = await addRecord('notifications', 'add', '--text', 'x'.repeat(280));
    expect(await runCommand('notifications', 'add', '--text', tooLong)).toBe(
      'failed: text: Must have at most 280 characters\n',
    );
    expect(await runCommand('notifications', 'edit', String(id), '--text-mr', tooLong)).toBe(
      'failed: text-mr: Must have at most 280 characters\n',
    );
    await runCommand('notifications', 'remove', String(id));
  });

  test('content and categories can be translated, and an empty text removes a translation', async () => {
    const red = await createPicture('red');
    const blue = await createPicture('blue');
    const titleAndLink = ['--title', 'Poems', '--title-mr', 'कविता', '--title-hi', 'कविताएँ', '--link', '/'];
    const slide = await addRecord('slides', 'add', ...titleAndLink, '--picture', red, '--picture-mr', blue);
    const find = async (line: string, id: number) =>
      z
        .array(recordSchema)
        .parse(await fetchBody(line))
        .find((record) => record.id === id);
    const found = await find('GET /AllSlideImages', slide);
    expect(found).toMatchObject({ title: 'Poems', titleEn: null, titleMr: 'कविता', titleHi: 'कविताएँ' });
    expect(found).toMatchObject({
      thumbnailFileMr: expect.stringMatching(/^\/files\/uploads\//),
      thumbnailFileHi: null,
    });
    expect(found?.thumbnailFileMr).not.toBe(found?.thumbnailFile);
    await runCommand('slides', 'edit', String(slide), '--title-hi', '', '--picture-mr', '');
    expect(await find('GET /AllSlideImages', slide)).toMatchObject({
      titleMr: 'कविता',
      titleHi: null,
      thumbnailFileMr: null,
    });

    const post = await addRecord(
      'posts',
      'add',
      ...titleAndLink,
      '--picture',
      'https://pictures.example/post.jpg',
    );
    await runCommand('posts', 'edit', String(post), '--title-mr', 'काव्य');
    expect(await find('GET /AllMarketting', post)).toMatchObject({ titleMr: 'काव्य', titleHi: 'कविताएँ' });

    const notification = await addRecord('notifications', 'add', '--text', 'Closed', '--text-mr', 'बंद');
    await runCommand('notifications', 'edit', String(notification), '--text-hi', 'बंद है');
    expect(await find('GET /TodaysNotifications', notification)).toEqual({
      id: notification,
      notification: 'Closed',
      notificationEn: null,
      notificationMr: 'बंद',
      notificationHi: 'बंद है',
    });

    expect(await runCommand('categories', 'translate', 'Poetry', '--mr', 'कविता', '--hi', 'काव्य')).toBe(
      'The category "Poetry" is translated as: कविता, काव्य.\n',
    );
    await runCommand('categories', 'translate', 'Poetry', '--hi', '');
    expect(await fetchBody('GET /CategoryByCategoryName?categoryName=Poetry')).toMatchObject({
      categoryName: 'Poetry',
      categoryNameEn: null,
      categoryNameMr: 'कविता',
      categoryNameHi: null,
    });
    expect(await runCommand('categories', 'translate', 'Nothing', '--mr', 'x')).toBe(
      'failed: There is no category "Nothing"\n',
    );
    for (const [list, id] of [
      ['slides', slide],
      ['posts', post],
      ['notifications', notification],
    ])
      await runCommand(String(list), 'remove', String(id));
  });

  test.each([
    ['category', 'Poetry', 'GET /getallCategory', 'categoryName', 'thumbnail'],
    ['publisher', 'Deccan House', 'GET /AllPublishers', 'publisherName', 'thumbnailFile'],
    ['author', 'आशा राणे', 'GET /AllAuthors', 'authorName', 'thumbnailFile'],
  ])('the %s %s can be given a picture, which can be removed', async (kind, name, list, nameField, field) => {
    const expectPicture = async (picture: unknown) =>
      expect(await fetchBody(list)).toContainEqual(
        expect.objectContaining({ [nameField]: name, [field]: picture }),
      );
    const file = await createPicture('blue');
    expect(await runCommand('collections', 'picture', kind, name, '--picture', file)).toContain(
      `The ${kind} "${name}" has the picture /files/uploads/`,
    );
    await expectPicture(expect.stringContaining('/files/uploads/'));
    // A name that is copied from a file may contain extra spaces.
    expect(await runCommand('collections', 'picture', kind, ` ${name.replace(' ', '  ')}`, '--remove')).toBe(
      `The ${kind} "${name}" no longer has a picture.\n`,
    );
    await expectPicture(null);
  });

  test('the picture command is rejected for an unknown author, and without --picture or --remove', async () => {
    expect(await runCommand('collections', 'picture', 'author', 'Nobody', '--remove')).toBe(
      'failed: There is no author "Nobody"\n',
    );
    expect(await runCommand('collections', 'picture', 'author', 'Nobody')).toContain(
      'Specify either --picture or',
    );
  });

  test.each([
    ['notifications', ['--text', 'Open on Sunday']],
    ['slides', ['--title', 'Sale', '--link', '/product', '--picture', 'https://pictures.example/1.png']],
    ['posts', ['--title', 'New', '--link', '/product', '--picture', 'https://pictures.example/1.png']],
  ])('an edit of %s without any field is rejected and not logged', async (kind, fields) => {
    const id = await addRecord(kind, 'add', ...fields);
    expect(await runCommand(kind, 'edit', String(id))).toBe(
      'failed: Nothing to change: specify at least one field\n',
    );
    expect(await runCommand('log', '--limit', '1')).toContain(`${kind} add`);
    await runCommand(kind, 'remove', String(id));
  });
});
