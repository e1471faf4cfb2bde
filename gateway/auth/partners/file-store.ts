import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createFile } from '../../storage/atomic-file.ts';
import { byName, type Partner, type PartnerStore, readPartner } from './partner.ts';

const ending = '.json';

/**
 * Partners in the data folder, a file for each. A file appears whole or not at all, and never in the
 * place of another, so two commands at once and a gateway that reads meanwhile need no lock.
 */
export class FilePartnerStore implements PartnerStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'gateway', 'partners');
  }

  async list(onUnreadable: (name: string) => void = () => {}): Promise<Partner[]> {
    const names = await this.#names();
    const partners = await Promise.all(names.map((name) => this.#read(name, onUnreadable)));
    return byName(partners.filter((partner) => partner !== null));
  }

  async add(partner: Partner): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return createFile(this.#file(partner.name), `${JSON.stringify(partner)}\n`);
  }

  async remove(name: string): Promise<boolean> {
    // A name such as ../session leads out of the folder.
    if (!(await this.#names()).includes(name)) return false;
    const removed = rm(this.#file(name)).then(() => true);
    return (await unless('ENOENT', removed)) ?? false;
  }

  async #names(): Promise<string[]> {
    const files = (await unless('ENOENT', readdir(this.#folder))) ?? [];
    return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
  }

  async #read(name: string, onUnreadable: (name: string) => void): Promise<Partner | null> {
    const text = await unless('ENOENT', readFile(this.#file(name), 'utf8'));
    if (text === null) return null;
    const partner = readPartner(text);
    if (partner?.name === name) return partner;
    onUnreadable(name);
    return null;
  }

  #file(name: string): string {
    return path.join(this.#folder, `${name}${ending}`);
  }
}

/** What work gives, or null where it fails with this code of the file system. */
async function unless<Result>(code: string, work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return null;
    throw error;
  }
}
