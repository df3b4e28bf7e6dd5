//! What the audit log records.

use crate::names::names;

names! {
    /// What was done.
    pub enum AuditAction {
        CreateWaffle = "create_waffle" => "Created a waffle",
        UpdateWaffle = "update_waffle" => "Edited a waffle",
        ArchiveWaffle = "archive_waffle" => "Archived a waffle",
        UnarchiveWaffle = "unarchive_waffle" => "Unarchived a waffle",
        DeleteWaffle = "delete_waffle" => "Deleted a waffle",
        MarkPaid = "mark_paid" => "Marked a spot paid",
        ReleaseSpot = "release_spot" => "Released a spot",
        SetWinner = "set_winner" => "Drew winners",
        ClearWinner = "clear_winner" => "Cleared a draw",
        ChangeWinner = "change_winner" => "Changed winners",
        ReplaceWinner = "replace_winner" => "Replaced a winner",
        CreateAdmin = "create_admin" => "Created an account",
        UpdateAdminRole = "update_admin_role" => "Changed a role",
        UpdateAdminProfile = "update_admin_profile" => "Edited a profile",
        ResetAdminPassword = "reset_admin_password" => "Reset a password",
        DeactivateAdmin = "deactivate_admin" => "Deactivated an account",
        UpdateWhoisSettings = "update_whois_settings" => "Changed the WHOIS server",
        UpdateSetting = "update_setting" => "Changed a setting",
        CreatePaymentMethod = "create_payment_method" => "Added a payment method",
        UpdatePaymentMethod = "update_payment_method" => "Edited a payment method",
        DeactivatePaymentMethod = "deactivate_payment_method" => "Deactivated a payment method",
        CreateShareTemplate = "create_share_template" => "Added a share template",
        UpdateShareTemplate = "update_share_template" => "Edited a share template",
        DeleteShareTemplate = "delete_share_template" => "Deleted a share template",
        SetDefaultShareTemplate = "set_default_share_template" => "Chose the default template",
        UpdateShareMessage = "update_share_message" => "Wrote a share message",
        RegenerateCard = "regenerate_card" => "Redrew share cards",
        ChangePassword = "change_password" => "Changed their own password",
        ActivateAdmin = "activate_admin" => "Reactivated an account",
        UnlockAdmin = "unlock_admin" => "Ended an account’s lockouts",
        ReadPasswordReset = "read_password_reset" => "Viewed a password reset link",
        EndSession = "end_session" => "Ended a session",
        EndOtherSessions = "end_other_sessions" => "Signed out everywhere else",
        EnableSecondFactor = "enable_second_factor" => "Turned their second factor on",
        DisableSecondFactor = "disable_second_factor" => "Turned their second factor off",
        RemoveSecondFactor = "remove_second_factor" => "Removed a second factor",
        RenewRecoveryCodes = "renew_recovery_codes" => "Got new recovery codes",
        UseRecoveryCode = "use_recovery_code" => "Signed in with a recovery code",
        AssignSpots = "assign_spots" => "Assigned spots",
        BlockHandle = "block_handle" => "Blocked a handle",
        UnblockHandle = "unblock_handle" => "Unblocked a handle",
        ExtendSpots = "extend_spots" => "Gave more time to pay",
        UnpaySpot = "unpay_spot" => "Took a payment back",
        RenameSpots = "rename_spots" => "Renamed spots",
        MergeUsers = "merge_users" => "Merged two handles",
        ReleaseSource = "release_source" => "Released all from one source",
        LockDraw = "lock_draw" => "Locked a draw",
        VoidDraw = "void_draw" => "Voided a draw",
        HandInRound = "hand_in_round" => "Handed a round in",
        RememberPayer = "remember_payer" => "Remembered a payer",
        ForgetPayer = "forget_payer" => "Forgot a payer",
    }
}

names! {
    /// The kind of entity it was done to.
    pub enum EntityType {
        Waffle = "waffle" => "Waffle",
        Spot = "spot" => "Spot",
        Admin = "admin" => "Account",
        Settings = "settings" => "Settings",
    }
}
