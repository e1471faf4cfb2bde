import { catalogueCommands } from './catalogue-commands.ts';
import { collectionCommands } from './collection-commands.ts';
import type { Command } from './command.ts';
import { contentCommands } from './content-commands.ts';
import { couponCommands } from './coupon-commands.ts';
import { customerCommands } from './customer-commands.ts';
import { enquiryCommands } from './enquiry-commands.ts';
import { maintenanceCommands } from './maintenance-commands.ts';
import { orderCommands } from './order-commands.ts';

/** The commands of the back office except `catalogue import` and `restore FILE`, in the order of the help. */
export const commands: readonly Command[] = [
  ...orderCommands,
  ...enquiryCommands,
  ...couponCommands,
  ...contentCommands,
  ...collectionCommands,
  ...customerCommands,
  ...catalogueCommands,
  ...maintenanceCommands,
];
